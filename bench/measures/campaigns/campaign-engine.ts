import type pg from 'pg'
import { addList, hasEnded, hasStarted, judge, startCampaign } from '../../campaigns/campaigns.ts'
import { onDatabase } from '../../database.ts'
import { cpuOf, memoryOf } from '../../processes.ts'
import { type Row, ms } from '../../table.ts'
import type { Testbed } from '../../testbed.ts'

const connections = 4
/** As many people as the engine gives their messages in one transaction. */
const batch = 100

/**
 * Measures the engine of campaigns without pauses, over a channel that takes every message at once: how long the start
 * takes, which copies all people, and how many messages a second it sends. Beside it the same statements, written by hand.
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
        baseline: `${bareRate.toFixed(0)}/s: the same statements, bare (${((100 * rate) / bareRate).toFixed(0)} %)`,
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

/** Messages per second: what the engine and the delivery ask and write for so many people at a time, by hand. */
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
    const count = await sendBatch(db, { companyId, campaignId, connectionId })
    if (count === 0) return (sent * 1000) / (performance.now() - begun)
    sent += count
  }
}

interface Batch {
  companyId: number
  campaignId: number
  connectionId: number
}

/** Returns how many people got a message. */
async function sendBatch(db: pg.Client, { companyId, campaignId, connectionId }: Batch): Promise<number> {
  const run = async (name: keyof typeof bare, ...values: unknown[]) =>
    (await db.query({ name, text: bare[name], values: [companyId, ...values] })).rows
  await db.query('begin')
  const people = await run('people', campaignId)
  if (people.length > 0) {
    const ids = people.map(({ id }) => id)
    const numbers = people.map(({ number }) => number)
    await run('identities', numbers)
    const contacts = await run(
      'contacts',
      people.map(({ name }) => name),
      numbers,
    )
    const talks = await run(
      'conversations',
      contacts.map(({ id }) => id),
      numbers,
      connectionId,
    )
    const talkIds = talks.map(({ id }) => id)
    await run('tickets', talkIds)
    await run('leftOut', ids)
    const messages = await run('messages', talkIds, connectionId)
    const messageIds = messages.map(({ id }) => id)
    await run('reserved', campaignId, connectionId, ids, messageIds)
    await run('sends', connectionId, messageIds)
    await run('day', connectionId, ids.length)
  }
  await db.query('commit')
  await run('take', connectionId)
  await run('entries', connectionId)
  await run('settled', connectionId)
  await run(
    'followed',
    people.map(({ id }) => id),
  )
  return people.length
}

/** The company is $1 in all of them. */
const bare = {
  people: `
    with person as materialized (
      select id, person_key, name, number from campaign_recipients
      where company_id = $1 and campaign_id = $2 and state = 'waiting' order by id limit ${batch} for update skip locked)
    select id, name, number,
      exists (select from contact_identities i join contacts c on c.company_id = i.company_id and c.id = i.contact_id
        where i.company_id = $1 and i.kind = 'phone' and i.scope = '' and i.key = p.person_key and not c.is_active) as is_blocked,
      (select count(*) from campaign_recipients o where o.company_id = $1 and o.person_key = p.person_key and o.state <> 'waiting') as others,
      exists (select from contact_identities i
        join tickets t on t.company_id = i.company_id and t.contact_id = i.contact_id and t.status <> 'closed'
        where i.company_id = $1 and i.kind = 'phone' and i.scope = '' and i.key = p.person_key) as is_talking
    from person p order by id`,
  identities: `
    with keyed as materialized (select identity_key('phone', number) as key from unnest($2::text[]) number)
    select k.key, i.contact_id from keyed k
    left join contact_identities i on i.company_id = $1 and i.kind = 'phone' and i.scope = '' and i.key = k.key`,
  contacts: `
    with made as (
      insert into contacts (company_id, name, phone) select $1, * from unnest($2::text[], $3::text[]) returning id, phone),
    known as (insert into contact_identities (company_id, contact_id, kind, value) select $1, id, 'phone', phone from made)
    select id from made order by id`,
  conversations: `
    insert into conversations (company_id, contact_id, connection_id, address)
    select $1, id, $4, number from unnest($2::bigint[], $3::text[]) as c (id, number) returning id`,
  tickets: `select id from tickets where company_id = $1 and conversation_id = any ($2::bigint[]) and status <> 'closed'`,
  leftOut: `
    select r.id, (select count(*) from campaign_recipients o where o.company_id = $1 and o.person_key = r.person_key and o.state <> 'waiting') as others
    from campaign_recipients r where r.company_id = $1 and r.id = any ($2::bigint[])`,
  messages: `
    with made as (
      insert into messages (company_id, conversation_id, connection_id, external_id, from_me, body, origin)
      select $1, id, $3, gen_random_uuid()::text, true, 'Oi, as ofertas começaram.', 'campaign' from unnest($2::bigint[]) as v (id)
      returning id, conversation_id),
    queued as (
      insert into outbox (company_id, connection_id, conversation_id, message_id, priority)
      select $1, $3, conversation_id, id, 3 from made)
    select id from made order by id`,
  reserved: `
    with x as (select * from unnest($4::bigint[], $5::bigint[]) as x (recipient_id, message_id)),
    linked as (
      insert into campaign_messages (company_id, message_id, campaign_id, recipient_id, kind)
      select $1, message_id, $2, recipient_id, 'content' from x),
    marked as (
      update campaign_recipients r set state = 'reserved', variant = 1, connection_id = $3, updated_at = now()
      from x where r.company_id = $1 and r.id = x.recipient_id)
    update campaign_paces set next_at = now() where company_id = $1 and campaign_id = $2 and connection_id = $3`,
  sends: `insert into number_guard_sends (company_id, message_id, connection_id) select $1, id, $2 from unnest($3::bigint[]) as m (id)`,
  day: `
    insert into number_guard_days as d (company_id, connection_id, day, strangers) values ($1, $2, current_date, $3)
    on conflict (company_id, connection_id, day) do update set strangers = d.strangers + excluded.strangers`,
  take: `
    update outbox set taken_until = clock_timestamp() + interval '1 minute', attempts = attempts + 1
    where company_id = $1 and connection_id = $2`,
  entries: `
    select o.id, m.external_id, m.body, v.address, n.channel from outbox o
    join messages m on m.company_id = o.company_id and m.id = o.message_id
    join conversations v on v.company_id = o.company_id and v.id = o.conversation_id
    join connections n on n.company_id = o.company_id and n.id = o.connection_id
    where o.company_id = $1 and o.connection_id = $2`,
  settled: `
    with done as (delete from outbox where company_id = $1 and connection_id = $2 returning message_id)
    update messages m set ack = 1 from done d where m.company_id = $1 and m.id = d.message_id`,
  followed: `
    update campaign_recipients set state = 'sent', reached_at = now(), updated_at = now()
    where company_id = $1 and id = any ($2::bigint[])`,
} as const
