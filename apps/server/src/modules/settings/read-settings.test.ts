import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql'
import { type World, createWorld } from '#test/world'
import { readSettings } from './read-settings.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('settings that changed after a snapshot was taken are not kept as the snapshot shows them', async () => {
  const company = await world.company()
  const actor = { kind: 'system', companyId: company.id } as const
  const { units } = world.app.deps
  const read = async () => (await units.read(actor, readSettings)).sendMsgTransfTicket

  await units.readAsOf(actor, async (ctx) => {
    await sql`select 1`.execute(ctx.db)
    await company.setting('sendMsgTransfTicket', 'enabled')
    expect((await readSettings(ctx)).sendMsgTransfTicket).toBe('disabled')
  })

  expect(await read()).toBe('enabled')
})
