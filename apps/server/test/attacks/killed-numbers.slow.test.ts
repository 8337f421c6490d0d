import { randomUUID } from 'node:crypto'
import { type NumberName, numberNames } from '@guiche/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pass } from '#test/numbers/pass'
import { countedBy, readHistory, shownOf } from '#test/numbers/recount'
import { type Said, type ServerToKill, createServerToKill } from '#test/processes/server-to-kill'
import { eventually } from '#test/world'

const admin = { email: 'admin@empresa.test', password: 'Senha-Forte-1' }
const customers = ['Rita', 'Bruno', 'Lia']
const minutesPerDay = 1440

let server: ServerToKill
let house: { id: number; sql: (text: string, values?: unknown[]) => Promise<Said[]> }
let boss: string
let bossId: number
let chat: { token: string }

beforeAll(async () => {
  server = await createServerToKill()
  const operator = await server.logIn(server.operator)
  const plan = await server.ask('POST', '/plans', { name: 'Plano', users: 5, connections: 5, queues: 5 }, operator)
  await server.ask('POST', '/companies', { name: 'Casa Aurora', planId: plan.id, ...admin }, operator)
  boss = await server.logIn(admin)
  const [user] = (await server.ask('GET', '/users', undefined, boss)).users
  bossId = user.id
  const sql = async (text: string, values: unknown[] = []) => (await server.database().query(text, values)).rows
  house = { id: user.companyId, sql }
  const queue = await server.ask('POST', '/queue', { name: 'Vendas', color: '#2f6fed' }, boss)
  chat = await server.ask('POST', '/whatsapp', { name: 'Chat', channel: 'webchat', queueIds: [queue.id] }, boss)
}, 120_000)
afterAll(() => server.stop())

/** Customers write, and are answered; the tickets of all but the last are closed. */
async function liveADay(): Promise<void> {
  const known = (await house.sql('select id from tickets')).length
  for (const name of customers) {
    const { secret } = await server.ask('POST', `/web-chat/${chat.token}/visitors`, { name })
    await server.ask('POST', `/web-chat/${chat.token}/messages`, { id: randomUUID(), body: 'Bom dia' }, secret)
  }
  const tickets: { id: number }[] = await eventually(async () => {
    const found = await house.sql('select id::int from tickets order by id')
    expect(found).toHaveLength(known + customers.length)
    return found.slice(known)
  })
  for (const [nth, { id }] of tickets.entries()) {
    await server.ask('PUT', `/tickets/${id}`, { status: 'open', userId: bossId }, boss)
    await server.ask('POST', `/messages/${id}`, { body: 'Pois não' }, boss)
    if (nth < customers.length - 1) await server.ask('PUT', `/tickets/${id}`, { status: 'closed' }, boss)
  }
}

/** Runs the timer that its hour would run. */
const runRollUp = () => house.sql(`insert into pgboss.job (name, data) values ('numbers.roll-up', '{}')`)

const rolled = async () =>
  (
    await house.sql(
      `select r.until::text, ((now() - interval '10 minutes') at time zone c.timezone)::date::text as today,
              array(select distinct d.day::text from number_days d order by 1) as days
       from number_rollups r join companies c on c.id = r.company_id`,
    )
  )[0]

const isWaiting = (statement: string) =>
  eventually(async () => {
    const waiting = await house.sql(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%' || $1 || '%'`,
      [statement],
    )
    expect(waiting).not.toEqual([])
  }, 60_000)

test(
  'a server that is killed while it counts a day counts it afterwards, and the numbers are those of a recount',
  { timeout: 300_000 },
  async () => {
    for (let days = 0; days < 3; days += 1) {
      await liveADay()
      await pass(house, minutesPerDay)
    }
    // What the timer has counted meanwhile was of other days.
    for (const table of ['number_days', 'number_months', 'number_rollups', 'changed_days'])
      await house.sql(`delete from ${table}`)
    const days: { day: string }[] = await house.sql(
      `select distinct (a.created_at at time zone c.timezone)::date::text as day
       from ticket_turns a join companies c on c.id = a.company_id order by 1`,
    )
    const [first, second] = days.map(({ day }) => day)

    // The second day waits for a row that somebody else is about to insert.
    const holder = await server.database().connect()
    await holder.query('begin')
    await holder.query(
      `insert into number_days (company_id, day, grain, name, queue_id, user_id, connection_id, hour, is_group, is_imported, count, sum)
       values ($1, $2, 'all', 'started', 0, 0, 0, 0, false, false, 0, 0)`,
      [house.id, second],
    )
    await runRollUp()
    // The database shows only how the statement begins.
    await isWaiting('with facts as')
    await server.kill()
    await holder.query('rollback').catch(() => undefined)
    holder.release()
    await server.startAgain()
    // The days of a week are counted together, or none of them.
    expect((await rolled())?.days ?? []).toEqual([])

    await runRollUp()
    await eventually(async () => {
      const state = await rolled()
      expect(state).toMatchObject({ until: state.today })
    }, 60_000)

    expect((await rolled()).days.slice(0, 2)).toEqual([first, second])
    const history = await readHistory(house)
    const { period, timezone, numbers } = await server.ask('GET', '/dashboard/numbers?days=30', undefined, boss)
    const ofPeriods = numberNames.filter((name) => !name.endsWith('Now'))
    const shown = new Map<NumberName, object>(numbers.map(({ name, now }: Said) => [name, now]))
    for (const name of ofPeriods)
      expect({ name, ...shown.get(name) }).toEqual({
        name,
        ...shownOf(name, countedBy(history, name, { ...period, timezone })),
      })
    expect(shown.get('finished')).toMatchObject({ count: 3 * (customers.length - 1) })
  },
)

test(
  'an export whose server is killed in the middle of the file is made from the beginning, and says so',
  { timeout: 300_000 },
  async () => {
    await liveADay()

    // The export has begun, and waits before it counts its rows; then it waits to tell how far it is.
    const reader = await server.database().connect()
    await reader.query('begin')
    await reader.query('lock table ticket_turns in access exclusive mode')
    const wanted = { rows: 'conversations', format: 'csv' }
    const { id } = await server.ask('POST', '/reports/exports', wanted, boss)
    await isWaiting('from ticket_turns')
    const holder = await server.database().connect()
    await holder.query('begin')
    await holder.query('select from report_exports where id = $1 for update', [id])
    await reader.query('rollback')
    reader.release()
    await isWaiting('update report_exports set total')
    await server.kill()
    await holder.query('rollback').catch(() => undefined)
    holder.release()
    await server.startAgain()

    const found = async () =>
      (await server.ask('GET', '/reports/exports', undefined, boss)).find((one: Said) => one.id === id)
    const made = await eventually(async () => {
      const one = await found()
      expect(one).toMatchObject({ state: 'done' })
      return one
    }, 180_000)

    const { tickets } = await server.ask('GET', '/ticket/reports?pageSize=9999999', undefined, boss)
    expect(made).toMatchObject({ restarted: true, failure: null, total: tickets.length, done: tickets.length })
    const text = await (await fetch(made.link)).text()
    const lines = text.trimEnd().split('\r\n').slice(1)
    const ids = (all: string[]) => all.map((line) => Number(/^"(\d+)"/.exec(line)?.[1]))
    expect(ids(lines)).toEqual(tickets.map(({ ticketId }: Said) => ticketId))
  },
)
