import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { samples } from '#test/files'
import { type Company, type Person, type World, createWorld } from '#test/world'
import { everythingIn } from '#test/attacks/everything'
import { eraseCompanies } from './erase-companies.ts'

let world: World
let operator: Person

beforeAll(async () => {
  world = await createWorld()
  operator = await world.operator()
})
afterAll(() => world.close())

const erase = () => eraseCompanies(world.app.deps)

async function closed({ id }: Company, daysAgo: number): Promise<void> {
  expect((await operator.delete(`/companies/${id}`)).status).toBe(200)
  await world.sql('update companies set closed_at = now() - make_interval(days => $2) where id = $1', [id, daysAgo])
}

/** How many rows each table has of a company, without tables that have none. */
async function rowsOf(companyId: number): Promise<Record<string, number>> {
  const tables = await world.sql(
    `select table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'company_id' and t.table_type = 'BASE TABLE'`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await world.sql(`select count(*)::int as count from ${name} where company_id = $1`, [companyId])
    if (row.count > 0) counts[name] = row.count
  }
  return counts
}

/** Without what comes and goes by itself. */
async function keptOf(companyId: number): Promise<Record<string, number>> {
  const rows = await rowsOf(companyId)
  const { push_subscriptions: _push, events: _events, outbox: _outbox, contact_pictures: _pictures, ...kept } = rows
  return kept
}

/** Something of everything, and what only arises in time: a merge, more rows than one portion, a file. */
async function livedIn(mark: string): Promise<Company> {
  const company = await world.company()
  const admin = await company.admin()
  const { ticketId, queueId, promptId } = await everythingIn(company, mark)
  // A queue and a prompt that name each other.
  await admin.put(`/queue/${queueId}`, { promptId })
  const upload = { field: 'medias', name: 'nota.pdf', type: 'application/pdf', data: samples.pdf }
  expect((await admin.upload(`/messages/${ticketId}`, { body: 'Segue' }, [upload])).status).toBe(200)
  const [kept, gone] = [
    (await admin.post('/contacts', { name: `Ana ${mark}`, number: '5511987650001' })).body,
    (await admin.post('/contacts', { name: `Ana ${mark}`, number: '5511987650002' })).body,
  ]
  expect((await admin.post(`/contacts/${kept.id}/merge`, { contactId: gone.id })).status).toBe(200)
  await world.sql(`insert into audit_log (company_id, action) select $1, 'test' from generate_series(1, 2500)`, [
    company.id,
  ])
  return company
}

test('a company that was closed 30 days ago is erased with everything that belongs to it, and nothing else is', async () => {
  const [doomed, young, open] = [await livedIn('velha'), await livedIn('nova'), await livedIn('aberta')]
  const email = (await doomed.admin()).email
  await closed(doomed, 30)
  await closed(young, 29)
  const folder = (id: number) => join(world.dataFolder, 'media', `company${id}`)
  const before = { young: await keptOf(young.id), open: await keptOf(open.id) }
  expect(Object.keys(before.open).length).toBeGreaterThan(30)
  expect([doomed, young].map(({ id }) => existsSync(folder(id)))).toEqual([true, true])

  await erase()

  expect(await rowsOf(doomed.id)).toEqual({})
  expect(await world.sql('select id from companies where id = any ($1) order by id', [[doomed.id, young.id]])).toEqual([
    { id: young.id },
  ])
  expect({ young: await keptOf(young.id), open: await keptOf(open.id) }).toEqual(before)
  expect([doomed, young].map(({ id }) => existsSync(folder(id)))).toEqual([false, true])
  expect((await operator.get(`/companies/${doomed.id}`)).status).toBe(404)
  expect(
    await world.sql(
      `select object_id, round(extract(day from now() - (detail ->> 'closedAt')::timestamptz))::int as days
       from audit_log where company_id = 1 and action = 'company.erased'`,
    ),
  ).toEqual([{ object_id: String(doomed.id), days: 30 }])

  // Its login address is free again.
  const again = { name: 'Padaria Nova', email, password: 'Pao-Quente-1', planId: 1 }
  expect((await operator.post('/companies', again)).status).toBe(200)
})

test('a company that cannot be erased keeps none of the others', async () => {
  const [stuck, next] = [await world.company(), await world.company()]
  await closed(stuck, 31)
  await closed(next, 30)
  await world.sql('create table holds_company (company integer references companies (id))')
  await world.sql('insert into holds_company values ($1)', [stuck.id])

  await erase()
  expect((await operator.get(`/companies/${next.id}`)).status).toBe(404)
  expect((await operator.get(`/companies/${stuck.id}`)).status).toBe(200)

  await world.sql('drop table holds_company')
  await erase()
  expect((await operator.get(`/companies/${stuck.id}`)).status).toBe(404)
})

test('the database itself refuses to erase a company that is open or was closed lately, and lets no tenant ask', async () => {
  const company = await world.company()
  const attempt = () => world.sql('select erase_closed_company($1, 10)', [company.id])

  await expect(attempt()).rejects.toThrow('was not closed 30 days ago')
  await closed(company, 29)
  await expect(attempt()).rejects.toThrow('was not closed 30 days ago')
  const [rights] = await world.sql(
    `select has_function_privilege('guiche_tenant', 'erase_closed_company(integer, integer)', 'execute') as tenant,
            has_function_privilege('guiche_operator', 'erase_closed_company(integer, integer)', 'execute') as operator`,
  )
  expect(rights).toEqual({ tenant: false, operator: true })
})
