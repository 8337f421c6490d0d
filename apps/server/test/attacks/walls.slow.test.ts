import { afterAll, beforeAll, expect, test } from 'vitest'
import { type World, createWorld } from '#test/world'
import { oneConnection, takeTurns } from './one-connection.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('two companies use one connection in turn ten thousand times, with failing statements in between, and cannot see data of each other', async () => {
  const companies = await Promise.all([world.company(), world.company()])
  await Promise.all(companies.map((company) => company.ticket()))
  const one = oneConnection(world)
  try {
    expect(await takeTurns(world, one, { companies, rounds: 10_000 })).toBe(10_000)
  } finally {
    await one.pool.end()
  }
})
