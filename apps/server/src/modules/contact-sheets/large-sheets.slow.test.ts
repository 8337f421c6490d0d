import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

const count = 100_000

let world: World
let company: Company
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
})
afterAll(() => world.close())

const uploadFor = (person: Person, data: string) =>
  person.upload('/contacts/sheets', {}, [{ field: 'file', name: 'todos.csv', type: 'text/csv', data }])

test('sheets of several companies at once are read two at a time, and one at a time of a company', async () => {
  const boss = await (await world.company()).admin()
  const stranger = await (await world.company()).admin()
  const rows = Array.from({ length: 20_000 }, (_row, nth) => `Contato ${nth};55${11_900_000_000 + nth}`)
  const data = ['Nome;Número', ...rows].join('\n')
  let isOver = false
  const uploads = Promise.all([admin, admin, boss, boss, stranger].map((person) => uploadFor(person, data))).finally(
    () => (isOver = true),
  )

  const most = { all: 0, company: 0 }
  while (!isOver) {
    const [now] = await world.sql(
      `select coalesce(sum(sheets), 0)::int as all, coalesce(max(sheets), 0)::int as company
       from (select count(*) as sheets from contact_sheets where state = 'reading' group by company_id) as each`,
    )
    most.all = Math.max(most.all, now.all)
    most.company = Math.max(most.company, now.company)
  }

  expect((await uploads).map(({ status, body }) => ({ status, total: body.total }))).toEqual(
    Array(5).fill({ status: 200, total: rows.length }),
  )
  expect(most).toEqual({ all: 2, company: 1 })
}, 120_000)

test('a hundred thousand contacts are imported, found again as known, and exported in little memory', async () => {
  const rows = Array.from(
    { length: count },
    (_row, nth) => `Contato ${nth};55${11_900_000_000 + nth};c${nth}@cliente.example`,
  )
  const data = ['Nome;Número;E-mail', ...rows].join('\n')
  const { body: sheet, status } = await uploadFor(admin, data)
  expect({ status, total: sheet.total }).toEqual({ status: 200, total: count })
  const columns = ['name', 'number', 'email']

  expect((await admin.post(`/contacts/sheets/${sheet.id}/check`, { columns })).body).toMatchObject({ created: count })
  await admin.post(`/contacts/sheets/${sheet.id}/import`, { columns })
  await eventually(async () => {
    const { body } = await admin.get(`/contacts/sheets/${sheet.id}`)
    expect(body).toMatchObject({ state: 'done', created: count, failed: 0 })
  }, 240_000)
  expect((await admin.get('/contacts')).body.count).toBe(count)

  const before = process.memoryUsage().heapUsed
  let most = 0
  let bytes = 0
  const answer = await fetch(`${await world.url()}/contacts/export`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  if (!answer.body) throw new Error('the export has no body')
  for await (const chunk of answer.body) {
    bytes += chunk.length
    most = Math.max(most, process.memoryUsage().heapUsed)
  }
  expect(bytes).toBeGreaterThan(1_000_000)
  // Everything at once would be far more: a hundred thousand contacts with their views.
  expect(most - before).toBeLessThan(150 * 1_048_576)
}, 300_000)
