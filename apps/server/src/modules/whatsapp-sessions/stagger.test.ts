import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWhatsAppWebChannel } from '#channels/whatsapp-web'
import { type Company, type World, createWorld, eventually } from '#test/world'
import { wishSession } from './sessions.repository.ts'
import { createSupervisor } from './supervisor.ts'

let world: World
let company: Company
beforeAll(async () => {
  world = await createWorld({ roles: ['web', 'worker'] })
  company = await world.company()
})
afterAll(() => world.close())

test('many sessions begin one after another, no more than five in a second', async () => {
  const ids: number[] = []
  for (let turn = 0; turn < 4; turn += 1) ids.push((await company.connection()).id)
  const { deps } = world.app
  const channel = createWhatsAppWebChannel({
    url: 'ws://127.0.0.1:9',
    openFile: deps.storage.open,
    log: deps.log,
    others: deps.live.others,
  })
  /** The starts of sessions and the pauses in ms, in order. */
  const done: (number | 'begins')[] = []
  const supervisor = createSupervisor(deps, {
    channel: {
      ...channel,
      createSession: async (key, wiring) => {
        done.push('begins')
        return channel.createSession(key, wiring)
      },
    },
    showPresence: async () => undefined,
    pictures: { changed: () => undefined },
    pause: async (ms) => void done.push(ms),
  })
  await deps.units.run({ kind: 'connection', companyId: company.id, connectionId: null }, async (ctx) => {
    for (const id of ids) await wishSession(ctx, id, 'open')
  })
  supervisor.start()

  await eventually(() => expect(done.filter((what) => what === 'begins')).toHaveLength(4))
  await supervisor.stop()
  const [first, ...rest] = done
  expect(first).toBe('begins')
  expect(rest.filter((_, index) => index % 2 === 1)).toEqual(['begins', 'begins', 'begins'])
  for (const pause of rest.filter((_, index) => index % 2 === 0)) expect(pause).toBeGreaterThanOrEqual(200)
})
