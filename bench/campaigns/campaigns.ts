import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { ServerUnderTest } from '../testbed.ts'

const firstNumber = 5_531_980_000_000

/** The number of a person; each is one of a mobile phone. */
export const numberOf = (nth: number): string => String(firstNumber + nth)

interface People {
  companyId: number
  /** The first of them. */
  from: number
  count: number
}

/** A list of people whose numbers the network is known to have. Returns its id. */
export async function addList(db: pg.Client, { companyId, from, count }: People): Promise<number> {
  const { rows } = await db.query(
    `insert into contact_lists (company_id, name, contacts_count) values ($1, 'Clientes', $2) returning id::int`,
    [companyId, count],
  )
  const listId: number = rows[0].id
  await db.query(
    `insert into contact_list_items (company_id, list_id, name, number, email, variables, needs_check)
     select $1, $2, 'Pessoa ' || md5(n::text), ($3::bigint + n)::text, 'pessoa' || n || '@cliente.example',
       jsonb_build_object('cidade', 'Cidade ' || n % 500), false
     from generate_series($4::integer, $5::integer) n`,
    [companyId, listId, firstNumber, from, from + count - 1],
  )
  await db.query(
    `insert into number_checks (company_id, number_key, is_valid)
     select company_id, number_key, true from contact_list_items where company_id = $1 and list_id = $2
     on conflict do nothing`,
    [companyId, listId],
  )
  await db.query('vacuum analyze contact_list_items, number_checks')
  return listId
}

const withoutPauses = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0, variables: [] }

/** Starts a campaign without pauses, and returns its id. */
export async function startCampaign(
  { admin }: Pick<ServerUnderTest, 'admin'>,
  { connectionIds, listId }: { connectionIds: readonly number[]; listId: number },
): Promise<number> {
  const set = await admin.post('/campaign-settings', { settings: withoutPauses })
  if (set.status !== 200) throw new Error(`settings of campaigns: ${set.status} ${set.text}`)
  const { status, text } = await admin.post('/campaigns', {
    name: 'Inverno',
    whatsappId: connectionIds.join(','),
    contactListId: listId,
    message1: 'Oi {nome}, as ofertas de {cidade} começaram.',
    scheduledAt: new Date().toISOString(),
  })
  if (status !== 200) throw new Error(`campaign: ${status} ${text}`)
  return JSON.parse(text).id
}

/** Resolves when its people have been fixed. */
export const hasStarted = (db: pg.Client, id: number) => until(db, id, 120_000, 'started_at is not null')

/** In ms, the longest that a campaign may take for each person. */
const mostForOne = 100

/** Resolves when everybody was dealt with. */
export const hasEnded = (db: pg.Client, id: number, count: number) =>
  until(db, id, 60_000 + count * mostForOne, `status = 'FINALIZADA'`)

async function until(db: pg.Client, id: number, timeout: number, condition: string): Promise<void> {
  for (const end = performance.now() + timeout; performance.now() < end; await pause(20)) {
    const { rows } = await db.query(
      `select ${condition} as is_there, status, failure, (select json_agg(to_jsonb(k)) from campaign_paces k where k.campaign_id = p.id) as paces
       from campaigns p where id = $1`,
      [id],
    )
    const [{ is_there, status, failure, paces }] = rows
    if (is_there) return
    if (status === 'CANCELADA') throw new Error(`the campaign was stopped: ${failure} ${JSON.stringify(paces)}`)
  }
  const { rows } = await db.query(
    `select state, reason, count(*)::int from campaign_recipients where campaign_id = $1 group by 1, 2`,
    [id],
  )
  throw new Error(`the campaign is not there after ${timeout / 1000} s: ${JSON.stringify(rows)}`)
}

/** How many people of so many got nothing, and how many messages were too many. `addresses`: one for each message. */
export function judge(addresses: readonly string[], count: number): { lost: number; doubled: number } {
  const people = new Set(addresses).size
  return { lost: count - people, doubled: addresses.length - people }
}
