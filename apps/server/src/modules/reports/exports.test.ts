import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'
import { beginExport, failAbandoned, removeOldExports } from './exports.repository.ts'

let world: World
let company: Company
let admin: Person
let sales: { id: number; name: string }
let ticketId: number
const number = someNumber()

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
  sales = await company.queue('Vendas')
  const line = await company.connection({ queues: [sales] })
  await line.receive(said(number, '=HYPERLINK("http://mal.example")', { name: '=SUM(1)' }))
  const [ticket] = await company.sql('select id::int from tickets where company_id = $1', [company.id])
  ticketId = ticket.id
  await admin.put(`/tickets/${ticketId}`, { status: 'open', userId: admin.id })
  await admin.post(`/messages/${ticketId}`, { body: 'Bom dia, Rita' })
  await admin.post(`/messages/${ticketId}`, { body: 'Cliente antiga', isPrivate: true })
})
afterAll(() => world.close())

const everything = { rows: 'conversations', format: 'csv' } as const

async function made(person: Person, wanted: object = everything) {
  const { status, body } = await person.post('/reports/exports', wanted)
  expect({ status, body }).toMatchObject({ status: 201 })
  return eventually(async () => {
    const found = (await person.get('/reports/exports')).body.find(({ id }: { id: number }) => id === body.id)
    if (!['done', 'failed'].includes(found.state)) throw new Error(`it is ${found.state}`)
    return found
  })
}

/** Without a session, as a link is opened. */
async function fetched(link: string): Promise<{ status: number; text: string; headers: Record<string, unknown> }> {
  const { pathname, search } = new URL(link)
  const { statusCode, payload, headers } = await world.app.http.inject({ url: `${pathname}${search}` })
  return { status: statusCode, text: payload, headers }
}

describe('an export', () => {
  test('of conversations has a row for each, and no cell is a formula (S49)', async () => {
    const done = await made(admin)

    expect(done).toMatchObject({ state: 'done', total: 1, done: 1, restarted: false, failure: null })
    const { status, text, headers } = await fetched(done.link)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining('Relatorio de atendimentos.csv'),
    })
    const [titles, row, ...others] = text.trimEnd().split('\r\n')
    expect(titles).toContain('"Ticket";"Nome";"Número"')
    expect(row).toContain(`"${ticketId}";"'=SUM(1)";"${number}"`)
    expect(others).toEqual([])
  })

  test('of messages has a row for each, with who wrote it', async () => {
    const done = await made(admin, { ...everything, rows: 'messages' })
    const lines = (await fetched(done.link)).text.trimEnd().split('\r\n').slice(1)
    expect(lines).toEqual([
      expect.stringContaining(`"Recebida";"'=SUM(1)";"'=HYPERLINK(""http://mal.example"")"`),
      expect.stringContaining(`"Enviada";"${admin.name}";"Bom dia, Rita"`),
      expect.stringContaining(`"Nota privada";"${admin.name}";"Cliente antiga"`),
    ])
  })

  test('of waits has a row for each that has ended, with who answered', async () => {
    const done = await made(admin, { ...everything, rows: 'waits' })
    const lines = (await fetched(done.link)).text.trimEnd().split('\r\n').slice(1)
    expect(lines).toEqual([expect.stringContaining(`"${ticketId}";"'=SUM(1)";"${number}"`)])
    expect(lines[0]).toMatch(new RegExp(`"00:00:\\d\\d";"00:00:\\d\\d";"${admin.name}"$`))
  })

  test('as a workbook', async () => {
    const done = await made(admin, { ...everything, format: 'xlsx' })
    const { text } = await fetched(done.link)
    expect(text.slice(0, 2)).toBe('PK')
    expect(done.bytes).toBeGreaterThan(500)
  })

  test('has what the filter chooses', async () => {
    const done = await made(admin, { ...everything, dateFrom: '2020-01-01', dateTo: '2020-01-02' })
    expect(done).toMatchObject({ total: 0 })
    expect((await fetched(done.link)).text.trimEnd().split('\r\n')).toHaveLength(1)
    expect(
      await admin.post('/reports/exports', { ...everything, dateFrom: '2020-01-02', dateTo: '2020-01-01' }),
    ).toMatchObject({ status: 400, body: { error: 'ERR_PERIOD_ORDER' } })
  })

  test('says how many it has, although others have come since they were counted', async () => {
    const { storage } = world.app.deps
    const temporary = storage.temporary.bind(storage)
    vi.spyOn(storage, 'temporary').mockImplementationOnce(async () => {
      await company.sql(
        `insert into ticket_turns (company_id, ticket_id, contact_id, connection_id, created_at, finished_at)
         select company_id, id, contact_id, connection_id, '2020-05-05', now() from tickets where company_id = $1`,
        [company.id],
      )
      return temporary()
    })
    const done = await made(admin, { ...everything, dateFrom: '2020-05-01', dateTo: '2020-05-31' })
    expect(done).toMatchObject({ total: 1, done: 1 })
    expect((await fetched(done.link)).text.trimEnd().split('\r\n')).toHaveLength(2)
    await company.sql("delete from ticket_turns where company_id = $1 and created_at < '2021-01-01'", [company.id])
  })

  test('is an entry of the audit log (S64)', async () => {
    const { id } = await made(admin, { ...everything, users: [0], dateFrom: '2026-01-01' })
    const [entry] = (await admin.get('/audit?action=report.exported')).body.entries
    expect(entry).toMatchObject({
      object: 'report',
      objectId: String(id),
      detail: { name: 'Relatório de atendimentos.csv', users: [0], since: '2026-01-01' },
    })
  })

  test('has what the person sees, with masked numbers (S67)', async () => {
    await company.setting('lgpdHideNumber', 'enabled')
    const insider = await company.attendant({ queues: [sales], showDashboard: 'enabled', allTicket: 'enable' })
    const outsider = await company.attendant({ showDashboard: 'enabled' })
    const seen = await fetched((await made(insider)).link)
    expect(seen.text).toContain(`"*****${number.slice(-8)}"`)
    expect(seen.text).not.toContain(number)
    for (const rows of ['conversations', 'messages'])
      expect((await fetched((await made(outsider, { ...everything, rows })).link)).text.split('\r\n')).toHaveLength(2)
    await company.setting('lgpdHideNumber', 'disabled')
  })

  test('of somebody who has lost the right meanwhile fails and says why', async () => {
    const bia = await company.attendant({ queues: [sales], showDashboard: 'enabled' })
    const id = await waitingExport(bia)
    await admin.put(`/users/${bia.id}`, { showDashboard: 'disabled' })
    await startAgain(id)
    await eventually(async () => expect(await stateOf(id)).toEqual({ state: 'failed', failure: 'ERR_NO_PERMISSION' }))
  })
})

/** One whose job is not there. */
async function waitingExport(person: Person): Promise<number> {
  const [{ id }] = await company.sql(
    `insert into report_exports (company_id, user_id, row_kind, format, filter) values ($1, $2, 'conversations', 'csv', $3) returning id::int`,
    [company.id, person.id, JSON.stringify({})],
  )
  return id
}
const startAgain = (exportId: number) =>
  world.app.deps.units.run({ kind: 'system', companyId: company.id }, (ctx) =>
    ctx.enqueue('reports.export', { exportId }),
  )
const stateOf = async (id: number) =>
  (await company.sql('select state, failure from report_exports where id = $1', [id]))[0]

describe('an export that was interrupted', () => {
  test('begins again, and says so', async () => {
    const id = await waitingExport(admin)
    // Its process was killed.
    await world.app.deps.units.run({ kind: 'system', companyId: company.id }, (ctx) => beginExport(ctx, id))
    await startAgain(id)
    await eventually(async () => expect(await stateOf(id)).toMatchObject({ state: 'done' }))
    const found = (await admin.get('/reports/exports')).body.find((one: { id: number }) => one.id === id)
    expect(found).toMatchObject({ restarted: true, total: 1 })
    expect((await fetched(found.link)).text).toContain(String(ticketId))
  })

  test('that no job works on any more has failed, and says why', async () => {
    const id = await waitingExport(admin)
    await world.app.deps.units.run({ kind: 'system', companyId: company.id }, (ctx) => beginExport(ctx, id))
    await failAbandoned(world.app.deps.units.operator)
    expect(await stateOf(id)).toMatchObject({ state: 'running' })
    await company.sql(`update report_exports set touched_at = now() - interval '2 hours' where id = $1`, [id])
    await failAbandoned(world.app.deps.units.operator)
    expect(await stateOf(id)).toEqual({ state: 'failed', failure: 'ERR_REPORT_FAILED' })
  })
})

describe('the file', () => {
  test('is reached only by its link, which cannot be changed', async () => {
    const { link } = await made(admin)
    const altered = link.replace(/signature=./, (start: string) => `signature=${start.endsWith('A') ? 'B' : 'A'}`)
    expect((await fetched(altered)).status).toBe(404)
    expect((await fetched(link.replace(/\?.*/, ''))).status).toBe(404)
  })

  test('goes with its export, which the person removes', async () => {
    const { id, link } = await made(admin)
    expect(await admin.delete(`/reports/exports/${id}`)).toMatchObject({ status: 200 })
    expect((await fetched(link)).status).toBe(404)
    expect((await admin.get('/reports/exports')).body.map((one: { id: number }) => one.id)).not.toContain(id)
  })

  test('is kept for a day', async () => {
    const { id } = await made(admin)
    await company.sql(`update report_exports set ended_at = now() - interval '25 hours' where id = $1`, [id])
    await removeOldExports(world.app.deps.units.operator)
    expect(await stateOf(id)).toBeUndefined()
  })
})

describe('exports of others', () => {
  test('are neither listed nor removed, whoever asks', async () => {
    const { id } = await made(admin)
    const colleague = await company.attendant({ queues: [sales], showDashboard: 'enabled' })
    const stranger = await (await world.company()).admin()
    for (const person of [colleague, stranger]) {
      expect((await person.get('/reports/exports')).body).toEqual([])
      expect((await person.delete(`/reports/exports/${id}`)).status).toBe(404)
    }
    expect(await stateOf(id)).toMatchObject({ state: 'done' })
  })

  test('are limited for a company that has many waiting', async () => {
    const other = await world.company()
    const boss = await other.admin()
    await other.sql(
      `insert into report_exports (company_id, user_id, row_kind, format, filter, state)
       select $1, $2, 'conversations', 'csv', '{}', 'running' from generate_series(1, 5)`,
      [other.id, boss.id],
    )
    expect(await boss.post('/reports/exports', everything)).toMatchObject({ status: 429 })
  })
})
