import { once } from 'node:events'
import type { Contact } from '@guiche/wa-testserver'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually, worldOfFile } from './world.ts'

const world = worldOfFile()
let session: Awaited<ReturnType<typeof world.link>>
let ana: Contact
let contacts = 0

beforeAll(async () => {
  session = await world.link()
})
beforeEach(() => {
  ana = world.server.contact(`551198866${String(++contacts).padStart(4, '0')}`, 'Ana')
  session.store.inbound.length = 0
  session.takesCalls = true
})

const told = () => session.store.inbound.map((one) => ('outcome' in one ? one.outcome : one.kind))

describe('a call', () => {
  test('is reported with caller and type, and as missed when it ends unanswered', async () => {
    const hangUp = await ana.chat(session.phone).call({ video: true })
    await eventually(() => expect(told()).toEqual(['message']))
    expect(session.store.inbound[0]).toMatchObject({
      mediaType: 'call_log',
      call: { isVideo: true },
      from: { kind: 'phone', value: ana.number },
      aliases: [{ kind: 'lid' }],
      name: 'Ana',
    })
    await hangUp()
    await eventually(() => expect(told()).toEqual(['message', 'missed']))
    const [rang, ended] = session.store.inbound
    expect(ended).toMatchObject({ kind: 'call', externalId: rang?.externalId })
  })

  test('that is answered or refused on the phone is reported as such', async () => {
    await (
      await ana.chat(session.phone).call()
    )('accepted_elsewhere')
    await (
      await ana.chat(session.phone).call()
    )('rejected_elsewhere')
    await eventually(() => expect(told()).toEqual(['message', 'answered', 'message', 'refused']))
    expect(session.store.inbound.at(-1)).not.toHaveProperty('byItself')
  })

  test('is refused if calls are not taken, which the caller sees', async () => {
    session.takesCalls = false
    const heard = once(ana.events, 'call')
    await ana.chat(session.phone).call()
    expect(await heard).toMatchObject([{ answer: 'reject' }])
    await eventually(() =>
      expect(session.store.inbound.at(-1)).toMatchObject({ kind: 'call', outcome: 'refused', byItself: true }),
    )
  })
})
