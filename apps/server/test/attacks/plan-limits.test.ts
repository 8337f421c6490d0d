import { PlanBody, planFeatures } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type World, createWorld } from '#test/world'
import { counted, made, mark, refusedIn } from './counted-limits.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('no number of a plan is forgotten here', () => {
  // What companies may reach by campaigns: campaigns/reach-of-plans.test.ts.
  const reach = ['contactListPeople', 'campaignPeople', 'campaignsPerHour']
  const others = new Set<string>(['name', 'amount', 'isPublic', ...reach, ...planFeatures])
  expect(Object.keys(PlanBody.shape).filter((field) => !others.has(field))).toEqual(Object.keys(counted))
})

describe.each(Object.entries(counted))('the limit of %s', (limit, { has, add, remove, change }) => {
  test('is not passed, leaves what there is to be changed, and what is removed makes room', async () => {
    const most = has + 2
    const boss = await (await world.company({ plan: { [limit]: most } })).admin()
    await add(boss, mark())
    // The first connection is the default one, which stays.
    const { id } = (await add(boss, mark())).body

    const refused = [await add(boss, mark())]
    expect(refusedIn(refused)).toMatchObject([{ body: { details: { limit: most } } }])
    expect(made([await change(boss, id, `Outro ${mark()}`)])).toHaveLength(1)
    expect((await remove(boss, id)).status).toBe(200)
    expect(made([await add(boss, mark())])).toHaveLength(1)
    expect(refusedIn([await add(boss, mark())])).toHaveLength(1)
  })
})
