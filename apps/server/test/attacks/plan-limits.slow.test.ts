import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Company, type Person, type World, createWorld, eventually } from '#test/world'
import { counted, made, mark, refusedIn } from './counted-limits.ts'

let world: World
let operator: Person

beforeAll(async () => {
  world = await createWorld()
  operator = await world.operator()
})
afterAll(() => world.close())

const planOf = async ({ id }: Company): Promise<number> => (await operator.get(`/companies/${id}`)).body.plan.id

const countOf = async ({ id }: Company, limit: string): Promise<number> =>
  Number(
    (await world.sql(`select count(*) from ${limit} where company_id = $1 and archived_at is null`, [id]))[0].count,
  )

const fifty = (one: () => Promise<Answer>) => Promise.all(Array.from({ length: 50 }, one))

describe.each(Object.entries(counted))('the limit of %s', (limit, { has, add, remove, change }) => {
  const most = has + 2

  async function shopWith(plan: Record<string, number>) {
    const company = await world.company({ plan })
    return { company, boss: await company.admin() }
  }

  test('is not passed by fifty at once, neither from below nor at it', async () => {
    const { company, boss } = await shopWith({ [limit]: most })

    const first = await fifty(() => add(boss, mark()))
    expect([made(first).length, refusedIn(first).length]).toEqual([2, 48])
    expect(refusedIn(first)[0]?.body).toMatchObject({ details: { limit: most } })

    expect(refusedIn(await fifty(() => add(boss, mark())))).toHaveLength(50)
    expect(await countOf(company, limit)).toBe(most)
  })

  test('is not passed while some are removed and others added', async () => {
    const { company, boss } = await shopWith({ [limit]: most })
    await add(boss, mark())
    // The first connection is the default one, which stays.
    const { id } = (await add(boss, mark())).body

    const [removed, answers] = await Promise.all([remove(boss, id), fifty(() => add(boss, mark()))])

    expect(removed.status).toBe(200)
    expect(made(answers).length).toBeLessThanOrEqual(1)
    expect(made(answers).length + refusedIn(answers).length).toBe(50)
    expect(await countOf(company, limit)).toBe(most - 1 + made(answers).length)
    expect((await add(boss, mark())).status).toBe(made(answers).length === 1 ? 403 : 200)
  })

  test('that is lowered below what is in use takes nothing away and lets nothing be added', async () => {
    const { company, boss } = await shopWith({ [limit]: most })
    const { id } = (await add(boss, mark())).body
    await add(boss, mark())
    const plan = await planOf(company)

    expect((await operator.put(`/plans/${plan}`, { [limit]: 1 })).status).toBe(200)
    expect(refusedIn(await fifty(() => add(boss, mark())))).toHaveLength(50)
    expect(await countOf(company, limit)).toBe(most)
    expect(made([await change(boss, id, `Outro ${mark()}`)])).toHaveLength(1)

    await operator.put(`/plans/${plan}`, { [limit]: most + 1 })
    await eventually(async () => expect((await add(boss, mark())).status).toBe(200))
    expect((await add(boss, mark())).status).toBe(403)
  })

  test('that changes while fifty are added is kept', async () => {
    const { company, boss } = await shopWith({ [limit]: 30 })
    const plan = await planOf(company)

    const [, answers] = await Promise.all([
      operator.put(`/plans/${plan}`, { [limit]: most }),
      fifty(() => add(boss, mark())),
    ])

    expect(made(answers).length + refusedIn(answers).length).toBe(50)
    expect(await countOf(company, limit)).toBe(has + made(answers).length)
    expect(made(answers).length).toBeLessThanOrEqual(30 - has)
    expect((await add(boss, mark())).status).toBe((await countOf(company, limit)) < most ? 200 : 403)
  })
})
