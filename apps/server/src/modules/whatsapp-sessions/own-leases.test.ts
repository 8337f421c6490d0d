import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Company, type World, createWorld } from '#test/world'
import { OwnLeases } from './own-leases.ts'
import { Runs, newRun } from './runs.ts'

let world: World
let company: Company
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
})
afterAll(() => world.close())

test('the lease of a session that no longer runs is not renewed, even if it could not be given back', async () => {
  const leases = new OwnLeases(world.app.deps)
  const runs = new Runs()
  const taken = async () => {
    const key = { companyId: company.id, connectionId: (await company.connection()).id }
    const lease = await leases.take(key)
    if (!lease) throw new Error('the lease is free')
    return { key, lease }
  }
  const [running, gone] = [await taken(), await taken()]
  for (const { key, lease } of [running, gone]) runs.add(newRun(key, lease, 1))
  runs.remove(gone.key)
  const farAway = '2999-01-01T00:00:00Z'
  await company.sql('update connection_leases set expires_at = $1', [farAway])

  expect(await leases.renew(runs)).toEqual([])

  const left = await company.sql('select connection_id::int as id from connection_leases where expires_at = $1', [
    farAway,
  ])
  expect(left).toEqual([{ id: gone.key.connectionId }])
})
