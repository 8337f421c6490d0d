import { ReportFilter, ReportRow } from '@guiche/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type TestConnection, type World, createWorld } from '#test/world'
import { findPerson } from '#modules/sessions'
import { presentRowsFor } from './report.presenter.ts'
import { countRows } from './report.repository.ts'
import { streamReport } from './stream-report.ts'

const everything = ReportFilter.parse({})

let world: World
let company: Company
let admin: Person
let sales: { id: number; name: string }
let support: { id: number; name: string }
let ana: Person
let line: TestConnection

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

beforeEach(async () => {
  company = await world.company()
  admin = await company.admin()
  ;[sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
  ana = await company.attendant({ queues: [sales], name: 'Ana Prado' })
  line = await company.connection({ queues: [sales] })
})

interface Times {
  began: string
  accepted?: string
  ended?: string
}

/** A customer of a connection, perhaps served, at these times. Returns the id of the ticket. */
async function served(name: string, { began, accepted, ended }: Times, connection = line): Promise<number> {
  const number = someNumber()
  await connection.receive(said(number, `Olá de ${name}`, { name }))
  const [{ id }] = await company.sql(
    `select t.id::int from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
     where t.company_id = $1 and c.phone = $2`,
    [company.id, number],
  )
  if (accepted) await ana.put(`/tickets/${id}`, { status: 'open', userId: ana.id })
  if (ended) await ana.put(`/tickets/${id}`, { status: 'closed' })
  await company.sql(
    `update ticket_turns set created_at = $2, started_at = $3, closed_at = $4, finished_at = $4
     where company_id = $5 and ticket_id = $1`,
    [id, began, accepted ?? null, ended ?? null, company.id],
  )
  return id
}

const reportOf = async (person: Person, query = '') => {
  const { status, body } = await person.get(`/ticket/reports?${query}`)
  expect(status).toBe(200)
  return body
}
const namesIn = ({ tickets }: { tickets: ReportRow[] }) => tickets.map(({ contactName }) => contactName)

describe('a row', () => {
  test('is an attendance, with the times of the company and how long it waited and was served', async () => {
    await admin.put(`/companies/${company.id}/region`, { timezone: 'America/Sao_Paulo' })
    const id = await served('Rita', {
      began: '2026-03-02T12:00:00Z',
      accepted: '2026-03-02T12:07:30Z',
      ended: '2026-03-03T14:09:00Z',
    })

    const { tickets, totalTickets, hidden } = await reportOf(admin)

    expect({ totalTickets, hidden }).toEqual({ totalTickets: { total: '1' }, hidden: 0 })
    expect(tickets[0]).toMatchObject({
      ticketId: id,
      contactName: 'Rita',
      userName: 'Ana Prado',
      queueName: 'Vendas',
      lastMessage: 'Olá de Rita',
      status: 'FECHADO',
      createdAt: '02/03/2026 09:00',
      closedAt: '03/03/2026 11:09',
      supportTime: '1 d, 2 hrs e 1 m',
      NPS: null,
      waitSeconds: 450,
      supportSeconds: 93_690,
      totalSeconds: 94_140,
    })
  })

  test('of somebody who still waits has no times that are not over', async () => {
    await served('Rita', { began: '2026-03-02T12:00:00Z' })
    const [row] = (await reportOf(admin)).tickets
    expect(row).toMatchObject({
      userName: null,
      status: 'PENDENTE',
      closedAt: null,
      supportTime: '',
      waitSeconds: null,
      supportSeconds: null,
      totalSeconds: null,
    })
  })

  test('stays closed when its ticket is opened again, which is a row of its own', async () => {
    const id = await served('Rita', {
      began: '2026-03-02T12:00:00Z',
      accepted: '2026-03-02T12:07:00Z',
      ended: '2026-03-02T12:09:00Z',
    })
    await admin.put(`/tickets/${id}`, { status: 'open', userId: ana.id })

    const { tickets } = await reportOf(admin)

    expect(tickets.map(({ ticketId, status }: ReportRow) => [ticketId, status])).toEqual([
      [id, 'ABERTO'],
      [id, 'FECHADO'],
    ])
  })

  test('has the rating and the scale on which it was given', async () => {
    const id = await served('Rita', { began: '2026-03-02T12:00:00Z', accepted: '2026-03-02T12:07:00Z' })
    await company.sql('update ticket_turns set rating = 4, rating_best = 5, rated_at = now() where ticket_id = $1', [
      id,
    ])
    await served('Ivo', { began: '2026-03-02T13:00:00Z' })
    const { tickets } = await reportOf(admin, 'kind=rated')
    expect(tickets).toMatchObject([{ contactName: 'Rita', NPS: 4, ratingBest: 5 }])
  })
})

describe('the pages', () => {
  beforeEach(async () => {
    for (let hour = 1; hour <= 7; hour += 1) await served(`Cliente ${hour}`, { began: `2026-03-02T0${hour}:00:00Z` })
  })

  test('have the newest first, ten by default, and say how many there are', async () => {
    expect(namesIn(await reportOf(admin))).toHaveLength(7)
    const page = await reportOf(admin, 'page=2&pageSize=3')
    expect(namesIn(page)).toEqual(['Cliente 4', 'Cliente 3', 'Cliente 2'])
    expect(page.totalTickets.total).toBe('7')
    expect(namesIn(await reportOf(admin, 'page=9&pageSize=5'))).toEqual([])
  })

  test('of any size are whole, as existing clients ask for them, and an entry of the audit log', async () => {
    await company.sql(
      `insert into ticket_turns (company_id, ticket_id, contact_id, connection_id, created_at, finished_at)
       select company_id, id, contact_id, connection_id, timestamptz '2025-01-01' + n / 3 * interval '1 second', now()
       from tickets, generate_series(1, 2500) n where company_id = $1
         and id = (select min(id) from tickets where company_id = $1)`,
      [company.id],
    )
    const all = await reportOf(admin, 'pageSize=9999999&status=[]&dateFrom=2020-01-01&dateTo=2027-01-01')

    expect(all.tickets).toHaveLength(2507)
    expect(all).toMatchObject({ totalTickets: { total: '2507' }, hidden: 0 })
    expect(new Set(all.tickets.map(({ id }: ReportRow) => id)).size).toBe(2507)
    for (const row of all.tickets) expect(ReportRow.safeParse(row).success).toBe(true)
    expect(namesIn(all).slice(0, 2)).toEqual(['Cliente 7', 'Cliente 6'])
    const second = await reportOf(admin, 'pageSize=1000&page=2')
    expect(second.tickets).toEqual(all.tickets.slice(1000, 2000))
    const { entries } = (await admin.get('/audit?action=report.exported')).body
    expect(entries.at(-1)).toMatchObject({ detail: { since: '2020-01-01', until: '2027-01-01' } })
  })
})

describe('a large page', () => {
  test('is read as fast as it is taken, so that it needs no more memory than a batch', async () => {
    await served('Rita', { began: '2026-03-02T12:00:00Z' })
    await company.sql(
      `insert into ticket_turns (company_id, ticket_id, contact_id, connection_id, created_at, finished_at)
       select company_id, id, contact_id, connection_id, timestamptz '2025-01-01' + n * interval '1 second', now()
       from tickets, generate_series(1, 2500) n where company_id = $1`,
      [company.id],
    )
    const { units } = world.app.deps
    const person = await findPerson(units, { companyId: company.id, userId: admin.id })
    if (!person) throw new Error('no such person')
    const counted = await units.read(person, (ctx) => countRows(ctx, everything, undefined))
    let reads = 0
    const watched: Pick<typeof units, 'read'> = {
      read: (actor, work) => {
        reads += 1
        return units.read(actor, work)
      },
    }
    const present = presentRowsFor({ masked: false, timezone: 'UTC' })
    const wanted = { filter: everything, page: 1, pageSize: 9_999_999, counted, present }
    const seen: number[] = []
    for await (const _part of streamReport(watched, person, wanted)) seen.push(reads)
    expect({ seen, all: counted.all }).toEqual({ seen: [0, 1, 2, 3, 3], all: 2501 })
  })
})

describe('a filter', () => {
  const namesBy = async (query: string) => namesIn(await reportOf(admin, query)).toSorted()

  test('by days takes those of the company, from midnight to midnight', async () => {
    await admin.put(`/companies/${company.id}/region`, { timezone: 'America/Sao_Paulo' })
    await served('Antes', { began: '2026-03-02T02:59:59Z' })
    await served('Primeira', { began: '2026-03-02T03:00:00Z' })
    await served('Última', { began: '2026-03-04T02:59:59Z' })
    await served('Depois', { began: '2026-03-04T03:00:00Z' })
    expect(await namesBy('dateFrom=2026-03-02&dateTo=2026-03-03')).toEqual(['Primeira', 'Última'])
    expect(await namesBy('initialDate=2026-03-02&finalDate=2026-03-03')).toEqual(['Primeira', 'Última'])
    expect(await namesBy('dateFrom=2006-03-02&dateTo=2026-03-01')).toEqual(['Antes'])
    expect(await namesBy('dateFrom=2026-03-05&dateTo=')).toEqual([])
  })

  test('by attendant, queue, connection and status, also without an attendant or queue', async () => {
    const other = await company.connection({ queues: [support] })
    await served('Rita', { began: '2026-03-02T12:00:00Z', accepted: '2026-03-02T12:05:00Z' })
    await served('Ivo', { began: '2026-03-02T12:00:00Z' }, other)
    await served('Lia', { began: '2026-03-02T12:00:00Z' }, await company.connection())
    expect(await namesBy(`users=[${ana.id}]`)).toEqual(['Rita'])
    expect(await namesBy(`users=[0]&queueIds=[${support.id}]`)).toEqual(['Ivo'])
    expect(await namesBy('queueIds=[0]')).toEqual(['Lia'])
    expect(await namesBy(`queueIds=[0,${sales.id}]`)).toEqual(['Lia', 'Rita'])
    expect(await namesBy(`whatsappId=[${other.id}]`)).toEqual(['Ivo'])
    expect(await namesBy('status=["open"]')).toEqual(['Rita'])
    expect(await namesBy('status=["pending","closed"]')).toEqual(['Ivo', 'Lia'])
    expect(await namesBy('status=["closed"]')).toEqual([])
  })

  test('by contact, its tags, a part of its name and the number of a ticket', async () => {
    const id = await served('Rita Moura', { began: '2026-03-02T12:00:00Z' })
    await served('Ivo Reis', { began: '2026-03-02T12:00:00Z' })
    const { contactId } = (await admin.get(`/tickets/${id}`)).body
    const { body: tag } = await admin.post('/tags', { name: 'VIP' })
    await admin.post('/tags/sync', { contactId, tags: [{ id: tag.id }] })
    for (const query of [`contactId=${contactId}`, `tags=[${tag.id}]`, 'searchParam=mour', `searchParam=%23${id}`])
      expect({ query, names: await namesBy(query) }).toEqual({ query, names: ['Rita Moura'] })
    expect(await namesBy('searchParam=%25%25%25')).toEqual([])
  })

  test('by groups', async () => {
    const groups = await company.connection({ queues: [sales], allowsGroups: true })
    await served('Rita', { began: '2026-03-02T12:00:00Z' })
    await groups.receive(
      said({ kind: 'group', value: `${someNumber()}-1600000000@g.us` }, 'Boa noite', { isGroup: true, name: 'Obra' }),
    )
    expect(await namesBy('kind=groups')).toHaveLength(1)
    expect(await namesBy('kind=tickets')).toEqual(['Rita'])
    expect(await namesBy('')).toHaveLength(2)
  })

  test('that ends before it begins is refused in a sentence', async () => {
    expect(await admin.get('/ticket/reports?dateFrom=2026-03-02&dateTo=2026-03-01')).toMatchObject({
      status: 400,
      body: { error: 'ERR_PERIOD_ORDER' },
    })
  })

  test.each(['dateFrom=2026-13-01', "dateFrom=2026-01-01' OR 1=1--", 'queueIds=[1) OR (1=1]', 'page=0', 'kind=x'])(
    'that is malformed is refused: %s',
    async (query) => {
      expect((await admin.get(`/ticket/reports?${encodeURI(query)}`)).status).toBe(400)
    },
  )
})

describe('who reads it', () => {
  test('sees the attendances of the tickets that they see, and how many more there are', async () => {
    await served('Rita', { began: '2026-03-02T12:00:00Z' })
    await served('Ivo', { began: '2026-03-02T13:00:00Z' }, await company.connection({ queues: [support] }))
    await served('Lia', { began: '2026-03-02T14:00:00Z' }, await company.connection())
    const bia = await company.attendant({ queues: [sales], showDashboard: 'enabled' })

    const own = await reportOf(bia)
    expect(namesIn(own)).toEqual(['Rita'])
    expect(own).toMatchObject({ totalTickets: { total: '1' }, hidden: 2 })
    expect(await reportOf(bia, `queueIds=[${support.id}]`)).toMatchObject({ tickets: [], hidden: 1 })
    const streamed = await reportOf(bia, 'pageSize=9999999')
    expect(streamed).toEqual(own)
  })

  test('needs the right, and reads nothing of another company', async () => {
    await served('Rita', { began: '2026-03-02T12:00:00Z' })
    for (const person of [ana, await company.supervisor()])
      expect((await person.get('/ticket/reports')).status).toBe(403)
    const stranger = await (await world.company()).admin()
    const query = `queueIds=[${sales.id}]&users=[${ana.id},0]&whatsappId=[${line.id}]`
    for (const given of ['', query, 'pageSize=9999999'])
      expect(await reportOf(stranger, given)).toEqual({ tickets: [], totalTickets: { total: '0' }, hidden: 0 })
  })

  test('gets masked numbers, and finds nobody by a part of a number', async () => {
    await company.setting('lgpdHideNumber', 'enabled')
    const number = someNumber()
    await line.receive(said(number, 'Olá', { name: number }))
    const bia = await company.attendant({ queues: [sales], showDashboard: 'enabled' })
    for (const query of ['', 'pageSize=9999999']) {
      const report = await reportOf(bia, query)
      expect(report.tickets).toHaveLength(1)
      expect(JSON.stringify(report)).not.toContain(number)
    }
    const named = someNumber()
    await line.receive(said(named, 'Olá', { name: 'Mariana' }))
    expect(namesIn(await reportOf(bia, `searchParam=${named.slice(4)}`))).toEqual([])
    expect(namesIn(await reportOf(admin, `searchParam=${named.slice(4)}`))).toEqual(['Mariana'])
  })
})
