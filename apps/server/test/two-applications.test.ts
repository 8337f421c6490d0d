import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Company, type Person, type World, createWorld } from '#test/world'

let one: World
let other: World
let company: Company
let sameId: Company
let admin: Person
let adminThere: Person
beforeAll(async () => {
  one = await createWorld()
  other = await createWorld()
  company = await one.company()
  sameId = await other.company()
  admin = await company.admin()
  adminThere = await sameId.admin()
  if (sameId.id !== company.id) throw new Error('the companies have different ids')
})
afterAll(() => Promise.all([one.close(), other.close()]))

test('two applications of one process keep the settings of their companies apart', async () => {
  const [ana, there] = [await company.attendant(), await sameId.attendant()]
  await company.setting('userRating', 'enabled')

  const { user: first } = await one.logIn(ana.email, ana.password)
  const { user: second } = await other.logIn(there.email, there.password)

  expect(first.company.companieSettings[0]).toContainEqual({ key: 'userRating', value: 'enabled' })
  expect(second.company.companieSettings[0]).toContainEqual({ key: 'userRating', value: 'disabled' })
})

test('two applications of one process count their contacts separately', async () => {
  const counts = []
  for (const [world, boss, contacts] of [
    [one, admin, 101],
    [other, adminThere, 102],
  ] as const) {
    await world.sql(
      `insert into contacts (company_id, name) select $1, 'Cliente ' || n from generate_series(1, $2::int) n`,
      [company.id, contacts],
    )
    counts.push((await boss.get('/contacts')).body.count)
  }

  expect(counts).toEqual([101, 102])
})
