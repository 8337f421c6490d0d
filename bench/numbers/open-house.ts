import type pg from 'pg'
import { type Client, createClient } from '../client.ts'
import { onDatabase } from '../database.ts'
import { logInAs } from '../seed.ts'
import type { ServerUnderTest, Testbed } from '../testbed.ts'
import { assertRecounted } from './assert-recounted.ts'
import { type House, fillHouse } from './fill-house.ts'
import { type JobTimes, runTimer } from './run-timer.ts'

/** A product with the numbers of two years. */
export interface HouseUnderTest {
  product: ServerUnderTest
  /** Its address. */
  database: string
  /** Calls as an attendant of one queue of ten, who sees the dashboard. */
  attendant: Client
  /** Tickets of all companies together. */
  tickets: number
  /** Of the large company, to filter by. */
  some: { queueId: number; userId: number; connectionId: number; tagId: number; contactId: number }
  /** How long it took to roll up all days. */
  rolledUp: JobTimes
  logIn(): Promise<void>
}

/** Until now. */
const days = 730
/** A company with 60 % of all, three others, and a small one whose numbers are recounted. */
const shares = [0.6, 0.14, 0.13, 0.13]
const recounted = { tickets: 300, days: 60 }

const opened = new WeakMap<Testbed, Map<string, Promise<HouseUnderTest>>>()

/** The parts of a run share it, because it takes minutes. `name`: of its database. */
export function openHouse(testbed: Testbed, name: 'numbers' | 'tenth_of_numbers'): Promise<HouseUnderTest> {
  const known = opened.get(testbed) ?? new Map<string, Promise<HouseUnderTest>>()
  opened.set(testbed, known)
  const house = known.get(name) ?? open(testbed, name)
  known.set(name, house)
  return house
}

async function open(testbed: Testbed, name: string): Promise<HouseUnderTest> {
  const all = testbed.isQuick ? 100_000 : 1_000_000
  const tickets = name === 'numbers' ? all : all / 10
  const product = await testbed.fresh(name)
  const database = testbed.adminUrlOf(name)
  const begun = performance.now()
  const { some, small } = await onDatabase(database, (db) => fill(db, product, tickets))
  const rolledUp = await runTimer(database, 'numbers.roll-up')
  await onDatabase(database, async (db) => {
    await db.query('vacuum analyze')
    await assertRecounted(db, product.url, small)
  })
  const took = (performance.now() - begun) / 1000
  console.log(
    `${name}: ${tickets} tickets in ${took.toFixed(0)} s, of which rolled up in ${rolledUp.seconds.toFixed(1)} s`,
  )
  const headers = {}
  const logIn = async () => {
    await product.logIn()
    const { token } = await logInAs(product.url, product.data.attendant)
    Object.assign(headers, { authorization: `Bearer ${token}` })
  }
  await logIn()
  return { product, database, attendant: createClient(product.url, headers), tickets, some, rolledUp, logIn }
}

async function fill(db: pg.Client, { data }: ServerUnderTest, tickets: number) {
  await db.query(`set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set synchronous_commit = off`)
  // Without looking for what each row refers to.
  await db.query('set session_replication_role = replica')
  const definitions = await dropIndexes(db)
  const { rows: companies } = await db.query<{ id: number }>(
    `select id from companies where name like 'Bench %' order by id`,
  )
  const houses: House[] = []
  for (const [nth, { id }] of companies.entries()) {
    const share = shares[nth]
    const size = share === undefined ? recounted : { tickets: Math.round(tickets * share), days }
    const house = { companyId: id, ...size, ...(await furnish(db, id)) }
    await fillHouse(db, house)
    houses.push(house)
  }
  for (const definition of definitions) await db.query(definition)
  await db.query('set session_replication_role = origin')
  await db.query('update users set sees_dashboard = true where email = $1', [data.attendant.email])
  // A timer of the product may have counted what was there meanwhile.
  await db.query(`begin; lock table number_rollups, number_days; delete from number_days; delete from number_rollups;
                  delete from changed_days; commit`)
  await db.query('vacuum analyze')
  const [large] = houses
  const small = houses.at(-1)
  if (!large || !small) throw new Error('no companies')
  return {
    some: await someOf(db, large),
    small: { companyId: small.companyId, email: `admin${houses.length - 1}@bench.test`, password: data.admin.password },
  }
}

const tables = ['contacts', 'conversations', 'tickets', 'ticket_turns', 'ticket_waits', 'ticket_log', 'messages']

/** Those that no constraint needs. Returns their definitions: building them afterwards takes a fraction of the time. */
async function dropIndexes(db: pg.Client): Promise<string[]> {
  const { rows } = await db.query<{ name: string; definition: string }>(
    `select i.indexname as name, i.indexdef as definition from pg_indexes i
     where i.tablename = any ($1) and not exists (select from pg_constraint c where c.conindid = i.indexname::regclass)`,
    [tables],
  )
  for (const { name } of rows) await db.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

/** Fifty attendants, ten queues, five connections and ten tags. */
async function furnish(db: pg.Client, companyId: number) {
  const idsOf = async (text: string) => {
    const { rows } = await db.query<{ id: number }>(text, [companyId])
    return rows.map(({ id }) => Number(id))
  }
  const userIds = await idsOf(
    `insert into users (company_id, name, email, password_hash)
     select $1::int, 'Pessoa ' || n, 'pessoa' || n || '@' || $1::int || '.test', '' from generate_series(1, 50) n returning id`,
  )
  const queueIds = await idsOf(
    `with added as (
       insert into queues (company_id, name, color, position)
       select $1, 'Fila ' || n, '#' || lpad(to_hex(n * 1000), 6, '0'), n + 1 from generate_series(1, 9) n returning id)
     select id from queues where company_id = $1 union all select id from added order by id`,
  )
  const connectionIds = await idsOf(
    `with added as (insert into connections (company_id, name, channel) select $1, 'Linha ' || n, 'whatsapp' from generate_series(1, 4) n returning id)
     select id from connections where company_id = $1 union all select id from added order by id`,
  )
  const tagIds = await idsOf(
    `insert into tags (company_id, name) select $1, 'Tag ' || n from generate_series(1, 10) n returning id`,
  )
  return { userIds, queueIds, connectionIds, tagIds }
}

async function someOf(db: pg.Client, { companyId, userIds, queueIds, connectionIds, tagIds }: House) {
  const { rows } = await db.query<{ id: number }>(
    `select contact_id as id from ticket_turns where company_id = $1 order by created_at desc limit 1 offset 1000`,
    [companyId],
  )
  const [userId = 0, queueId = 0, connectionId = 0, tagId = 0] = [userIds, queueIds, connectionIds, tagIds].map(
    ([, second]) => second,
  )
  return { userId, queueId, connectionId, tagId, contactId: Number(rows[0]?.id) }
}
