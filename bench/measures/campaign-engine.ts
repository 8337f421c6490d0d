import type pg from 'pg'
import { addList, hasEnded, hasStarted, judge, startCampaign } from '../campaigns.ts'
import { onDatabase } from '../database.ts'
import { cpuOf, memoryOf } from '../processes.ts'
import { type Row, ms } from '../table.ts'
import type { Testbed } from '../testbed.ts'

const connections = 4
/** As many people as the engine gives their messages in one transaction. */
const batch = 100

/**
 * Measures the engine of campaigns without pauses, over a channel that takes every message at once: how long the start
 * takes, which copies all people, and how many messages a second it sends. Beside it the same rows, written by hand.
 */
export async function measureCampaignEngine(testbed: Testbed): Promise<Row[]> {
  const count = testbed.isQuick ? 10_000 : 100_000
  const product = await testbed.swallowing('engine')
  const { companyId } = product.data
  const connectionIds = await product.connect(connections)
  return onDatabase(testbed.adminUrlOf('engine'), async (db) => {
    const listId = await addList(db, { companyId, from: 0, count })
    const others = await addList(db, { companyId, from: count, count })
    const cpu = cpuOf(product.pid)
    const database = cpuOf(testbed.postgres.pid())
    const id = await startCampaign(product, { connectionIds, listId })
    await hasStarted(db, id)
    const began = performance.now()
    const reserved = await durationOfStart(db, companyId, id)
    await hasEnded(db, id, count)
    const rate = (count * 1000) / (performance.now() - began)
    const spent = {
      server: (cpuOf(product.pid) - cpu) / count,
      database: (cpuOf(testbed.postgres.pid()) - database) / count,
    }
    const memory = memoryOf(product.pid)
    await product.stop()
    const { lost, doubled } = judge(product.swallowed(), count)
    const bareStart = await insertBare(db, companyId, listId)
    const bareRate = await sendBare(db, { companyId, connectionIds, listId: others, like: id })
    const people = count.toLocaleString('en')
    return [
      {
        what: `start of a campaign with ${people} people`,
        ours: `${reserved.toFixed(2)} s`,
        baseline: `${bareStart.toFixed(2)} s: one bare insert … select (×${(reserved / bareStart).toFixed(1)})`,
        wanted: '< 10 s, ≤ ×3',
        holds: reserved < 10 && reserved <= 3 * bareStart,
      },
      {
        what: `campaign without pauses to ${people} people over ${connections} numbers, a channel that swallows`,
        ours: `${rate.toFixed(0)}/s, ${lost} lost, ${doubled} doubled, server ${ms(spent.server)} CPU (+ database ${ms(spent.database)}), ${memory.toFixed(0)} MB`,
        baseline: `${bareRate.toFixed(0)}/s: the same rows, bare (${((100 * rate) / bareRate).toFixed(0)} %)`,
        wanted: '≥ 300/s, ≥ 50 % of bare, 0 lost, 0 doubled',
        holds: rate >= 300 && rate >= bareRate / 2 && lost === 0 && doubled === 0,
      },
    ]
  })
}

/** In seconds, by the clock of the database: from the begin of the transaction that starts a campaign to its commit. */
async function durationOfStart(db: pg.Client, companyId: number, id: number): Promise<number> {
  // Who comes last has not got their message yet, so the row is still as that transaction has written it.
  const { rows } = await db.query(
    `select extract(epoch from pg_xact_commit_timestamp(r.xmin) - p.started_at)::float8 as seconds
     from campaigns p join campaign_recipients r on r.company_id = p.company_id and r.campaign_id = p.id
     where p.company_id = $1 and p.id = $2 order by r.id desc limit 1`,
    [companyId, id],
  )
  return rows[0].seconds
}

/** In seconds. */
async function insertBare(db: pg.Client, companyId: number, listId: number): Promise<number> {
  await db.query('create table baseline_recipients (like campaign_recipients including all)')
  await db.query('checkpoint')
  const begun = performance.now()
  await db.query(
    `insert into baseline_recipients (company_id, campaign_id, person_key, name, number, email, variables, is_valid)
     select company_id, 1, number_key, name, number, email, variables, true from contact_list_items
     where company_id = $1 and list_id = $2 order by id`,
    [companyId, listId],
  )
  return (performance.now() - begun) / 1000
}

interface Bare {
  companyId: number
  connectionIds: readonly number[]
  listId: number
  /** A campaign. */
  like: number
}

/** Messages per second: in one transaction the rows of so many people, then the two of their delivery. */
async function sendBare(db: pg.Client, { companyId, connectionIds, listId, like }: Bare): Promise<number> {
  const { rows } = await db.query(
    `with made as (
       insert into campaigns (company_id, name, status, messages, confirmations, started_at)
       select company_id, name, 'CANCELADA', messages, confirmations, now() from campaigns where company_id = $1 and id = $2 returning id)
     select id::int from made`,
    [companyId, like],
  )
  const campaignId: number = rows[0].id
  await db.query(
    `insert into campaign_recipients (company_id, campaign_id, person_key, name, number, email, variables, is_valid)
     select company_id, $3, number_key, name, number, email, variables, true from contact_list_items
     where company_id = $1 and list_id = $2 order by id`,
    [companyId, listId, campaignId],
  )
  await db.query('vacuum analyze campaign_recipients')
  const begun = performance.now()
  let sent = 0
  for (let turn = 0; ; turn += 1) {
    const connectionId = connectionIds[turn % connectionIds.length] ?? 0
    const { rowCount } = await db.query({
      name: 'reserve',
      text: reserveBare,
      values: [companyId, campaignId, connectionId],
    })
    if (!rowCount) break
    await db.query({ name: 'take', text: takeBare, values: [companyId, connectionId] })
    await db.query({ name: 'settle', text: settleBare, values: [companyId, connectionId] })
    sent += rowCount
  }
  return (sent * 1000) / (performance.now() - begun)
}

const reserveBare = `
  with person as materialized (
    select id, name, number from campaign_recipients
    where company_id = $1 and campaign_id = $2 and state = 'waiting' order by id limit ${batch} for update skip locked),
  contact as (insert into contacts (company_id, name, phone) select $1, name, number from person returning id, phone),
  known as (insert into contact_identities (company_id, contact_id, kind, value) select $1, id, 'phone', phone from contact),
  talk as (insert into conversations (company_id, contact_id, connection_id, address) select $1, id, $3, phone from contact returning id, address),
  message as (
    insert into messages (company_id, conversation_id, connection_id, external_id, from_me, body, origin)
    select $1, id, $3, gen_random_uuid()::text, true, 'Oi, as ofertas começaram.', 'campaign' from talk returning id, conversation_id, external_id),
  queued as (
    insert into outbox (company_id, connection_id, conversation_id, message_id, priority)
    select $1, $3, conversation_id, id, 3 from message),
  written as (
    select p.id as recipient_id, m.id as message_id, m.external_id
    from message m join talk t on t.id = m.conversation_id join person p on p.number = t.address),
  linked as (
    insert into campaign_messages (company_id, message_id, campaign_id, recipient_id, kind)
    select $1, message_id, $2, recipient_id, 'content' from written),
  counted as (
    insert into number_guard_sends (company_id, message_id, connection_id) select $1, message_id, $3 from written)
  update campaign_recipients r set state = 'reserved', variant = 1, connection_id = $3, external_id = w.external_id, updated_at = now()
  from written w where r.company_id = $1 and r.id = w.recipient_id`

const takeBare = `
  update outbox set taken_until = clock_timestamp() + interval '1 minute', attempts = attempts + 1
  where company_id = $1 and connection_id = $2`

const settleBare = `
  with done as (delete from outbox where company_id = $1 and connection_id = $2 returning message_id),
  marked as (
    update messages m set ack = 1 from done d where m.company_id = $1 and m.id = d.message_id returning m.id)
  update campaign_recipients r set state = 'sent', reached_at = now(), updated_at = now()
  from marked join campaign_messages l on l.company_id = $1 and l.message_id = marked.id
  where r.company_id = $1 and r.id = l.recipient_id`
