import type pg from 'pg'

export interface House {
  companyId: number
  /** How many tickets, spread over so many days until now. */
  tickets: number
  days: number
  userIds: number[]
  queueIds: number[]
  connectionIds: number[]
  tagIds: number[]
}

/**
 * Every third ticket is the first one of its contact, who comes again after a quarter and a half of all the time. Those who
 * have come first before it are contacts too. So a ticket is over long before the next one of its contact.
 */
const ticketsPerContact = 3
const contactOf = `case
  when n % 3 = 1 then (n + 2) / 3
  when n % 3 = 2 then case when (n + 1) / 3 > {quarter}::bigint then (n + 1) / 3 - {quarter}::bigint else {contacts}::bigint + (n + 1) / 3 end
  else case when n / 3 > {half}::bigint then n / 3 - {half}::bigint else {contacts}::bigint + {quarter}::bigint + n / 3 end end`

/** From 0 to below 1, the same for the same ticket and salt. */
const random = (salt: number) => `((hashint8(n * 100 + k * 40 + ${salt}) & 1048575) / 1048576.0)`
/** So many seconds on average: often few, seldom many. */
const about = (seconds: number, salt: number) => `make_interval(secs => -ln(1 - ${random(salt)}) * ${seconds})`
/** What has not happened yet, has not happened. */
const past = (time: string) => `case when ${time} <= now() then ${time} end`

/** One attendance after the other, with what happens in it. `source`: a query with n, k (1 or 2), at, and who had the ticket before. */
const livesOf = (source: string) => `
  insert into bench_lives (n, k, prior, c, connection_id, queue_id, user_id, is_group, is_imported, created, accepted, answered, asked, replied, ended, rated, finished, rating, best)
  select n, k, prior, c, connection_id, queue_id, case when accepted <= now() then person end, is_group, is_imported, created,
         ${past('accepted')}, ${past('answered')}, ${past('asked')}, ${past('replied')}, ${past('ended')}, ${past('rated')}, ${past('finished')},
         case when rated <= now() then floor(${random(15)} * (best + 1 - (best = 5)::int))::int + (best = 5)::int end, case when rated <= now() then best end
  from (${source}) begun
  cross join lateral (
    select at as created, ${contactOf} as c, ${random(1)} as kind, ({users}::bigint[])[1 + floor(${random(2)} * cardinality({users}::bigint[]))::int] as person) a
  cross join lateral (
    select c % 100 = 0 as is_group, k = 1 and n % 50 = 7 as is_imported, ({queues}::bigint[])[1 + floor(${random(3)} * cardinality({queues}::bigint[]))::int] as queue_id,
           ({connections}::bigint[])[1 + c % cardinality({connections}::bigint[])] as connection_id, case when c % 3 = 0 then 10 else 5 end as best) b
  cross join lateral (select case when kind >= 0.12 then created + ${about(600, 4)} end as accepted) d
  cross join lateral (select case when kind >= 0.15 then accepted + interval '5 seconds' + ${about(120, 5)} end as answered) e
  cross join lateral (select case when ${random(6)} < 0.5 then answered + interval '2 seconds' + ${about(300, 7)} end as asked) g
  cross join lateral (select asked + interval '2 seconds' + ${about(240, 8)} as replied) h
  cross join lateral (
    select case when kind < 0.12 then created + interval '1 hour' when kind < 0.15 then accepted + interval '30 minutes'
                else coalesce(replied, answered) + interval '1 second' + ${about(900, 9)} end as ended) i
  cross join lateral (select kind >= 0.15 and not is_group and ${random(10)} < 0.5 as is_asked) j
  cross join lateral (select case when is_asked and ${random(11)} < 0.6 then ended + interval '1 second' + ${about(300, 12)} end as rated) l
  cross join lateral (select case when is_asked then coalesce(rated, ended + interval '1 day') else ended end as finished) m`

const state = (status: string, user: string) =>
  `jsonb_build_object('status', ${status}, 'userId', ${user}, 'queueId', queue_id)`
const move = (by: string, from: string, to: string) => `jsonb_build_object('by', ${by}, 'from', ${from}, 'to', ${to})`
const waiting = state(`case when is_group then 'group' else 'pending' end`, 'null')
const served = state(`case when is_group then 'group' else 'open' end`, 'user_id')
/** Somebody waits for an answer, or is served, when the service ends. */
const before = `case when accepted is null then ${waiting} else ${served} end`

/**
 * Writes what the product's verbs would have written while a company lived: tickets, attendances, waits, the log and the
 * messages, in the order of time. Some customers are never answered, some come back, some rate; some tickets are groups
 * or imported. The indexes are built by whoever calls it.
 */
export async function fillHouse(db: pg.Client, house: House): Promise<void> {
  const contacts = Math.ceil(house.tickets / ticketsPerContact)
  const values = {
    company: house.companyId,
    base: await baseOf(db),
    contacts,
    quarter: Math.floor(contacts / 4),
    half: Math.floor(contacts / 2),
    tickets: house.tickets,
    days: house.days,
    users: house.userIds,
    queues: house.queueIds,
    connections: house.connectionIds,
    tags: house.tagIds,
  }
  for (const text of [...lives, ...rows]) await db.query(...bound(text, values))
  for (const table of ['contacts', 'conversations', 'tickets', 'ticket_turns'])
    await db.query(`select setval(pg_get_serial_sequence($1, 'id'), (select max(id) from ${table}))`, [table])
}

/** `{name}` becomes a parameter. */
function bound(text: string, values: Record<string, unknown>): [string, unknown[]] {
  const used: string[] = []
  const numbered = text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    if (!used.includes(name)) used.push(name)
    return `$${used.indexOf(name) + 1}`
  })
  return [numbered, used.map((name) => values[name])]
}

/** Ids above all that there are. */
async function baseOf(db: pg.Client): Promise<number> {
  const { rows: found } = await db.query<{ base: string }>(
    `select greatest((select max(id) from contacts), (select max(id) from conversations), (select max(id) from tickets), (select max(id) from ticket_turns), 0) as base`,
  )
  return Number(found[0]?.base ?? 0)
}

const lives = [
  'drop table if exists bench_lives',
  `create unlogged table bench_lives (n bigint, k int, prior bigint, c bigint, connection_id bigint, queue_id bigint, user_id bigint, is_group boolean, is_imported boolean,
     created timestamptz, accepted timestamptz, answered timestamptz, asked timestamptz, replied timestamptz, ended timestamptz, rated timestamptz, finished timestamptz,
     rating int, best int)`,
  livesOf(`
    select n, 1 as k, null::bigint as prior, now() - make_interval(days => {days}::int) * (1 - (n - 0.5) / {tickets}::bigint) as at
    from generate_series(1::bigint, {tickets}::bigint) n`),
  // Some come back.
  livesOf(`
    select * from (
      select n, 2 as k, user_id as prior, finished + interval '1 hour' + ${about(20_000, 20)} as at from bench_lives
      where k = 1 and user_id is not null and finished is not null and ${random(21)} < 0.1) again
    where at <= now()`),
  'analyze bench_lives',
]

/** The last attendance of each ticket. */
const last = `
  select distinct on (n) l.*, first_value(created) over (partition by n order by k) as ticket_created, bool_or(is_imported) over (partition by n) as was_imported
  from bench_lives l order by n, k desc`

const rows = [
  `insert into contacts (company_id, id, name, phone, is_group, created_at)
  select {company}::int, {base}::bigint + c, (array['Mariana','João','Renata','Fernando','Sônia','Lucas','Beatriz','Rafael','Antônia','José','Cecília','Otávio'])[1 + c % 12]
           || ' ' || (array['Silva','Souza','Costa','Lima','Rocha','Alves','Dias'])[1 + c / 12 % 7] || ' ' || c,
         case when c % 100 <> 0 then '5521' || (900000000 + c)::text end, c % 100 = 0, min(created)
  from bench_lives group by c`,
  `insert into conversations (company_id, id, contact_id, connection_id, address, last_inbound_at, created_at)
   select {company}::int, {base}::bigint + c, {base}::bigint + c, min(connection_id), c::text, max(coalesce(asked, created)), min(created) from bench_lives group by c`,
  `insert into contact_tags (company_id, contact_id, tag_id)
   select {company}::int, {base}::bigint + c, ({tags}::bigint[])[1 + c / 5 % cardinality({tags}::bigint[])] from generate_series(5::bigint, {contacts}::bigint, 5) c`,
  `insert into ticket_turns (company_id, id, ticket_id, contact_id, connection_id, user_id, queue_id, is_group, is_imported, created_at, queued_at, started_at, closed_at,
                             finished_at, rated_at, rating, rating_best)
   select {company}::int, {base}::bigint + row_number() over (order by created, n, k), {base}::bigint + n, {base}::bigint + c, connection_id, user_id, queue_id, is_group, is_imported, created,
          created, accepted, ended, finished, rated, rating, best
   from bench_lives`,
  `insert into ticket_waits (company_id, ticket_id, turn_id, connection_id, queue_id, user_id, ended_by, is_first, is_group, is_imported, began_at, ended_at, seconds, service_seconds)
   select {company}::int, x.ticket_id, x.turn_id, connection_id, queue_id, x.by_user, x.ended_by, x.is_first, is_group, is_imported, began, until, s.seconds, s.seconds
   from (
     select {base}::bigint + n as ticket_id, {base}::bigint + place as turn_id, l.*, w.*
     from (select *, row_number() over (order by created, n, k) as place from bench_lives) l cross join lateral (values
       (created, coalesce(answered, ended), case when answered is null then null else user_id end, case when answered is null then 'nobody' else 'user' end, true),
       (asked, replied, user_id, 'user', false)) w (began, until, by_user, ended_by, is_first)) x
   cross join lateral (select floor(extract(epoch from until - began))::int as seconds) s
   where until is not null order by until`,
  `insert into ticket_log (company_id, ticket_id, kind, user_id, queue_id, created_at, detail, move)
   select {company}::int, {base}::bigint + n, e.kind, e.by_user, queue_id, e.at, e.detail, e.move
   from bench_lives l
   cross join lateral (values
     (1, created, case when k = 1 then 'create' else 'reopen' end, null::bigint, null::jsonb,
      case when k = 1 then ${move(`'connection'`, 'null', waiting)}
           else ${move(`'connection'`, state(`'closed'`, 'prior'), waiting)} end),
     (2, accepted, 'open', user_id, null, ${move(`'user'`, waiting, served)}),
     (3, ended, case when accepted is null then 'autoClose' when finished is distinct from ended then 'nps' else 'closed' end, user_id, null,
      ${move(`case when accepted is null then 'system' else 'user' end`, before, state(`case when finished is distinct from ended then 'nps' else 'closed' end`, 'user_id'))}),
     (4, rated, 'rated', null, jsonb_build_object('rating', rating, 'best', best), null),
     (5, case when finished > ended then finished end, 'closed', null, null, ${move(`'connection'`, state(`'nps'`, 'user_id'), state(`'closed'`, 'user_id'))}))
     e (place, at, kind, by_user, detail, move)
   where e.at is not null order by e.at, n, e.place`,
  `insert into messages (company_id, conversation_id, ticket_id, connection_id, sent_at, created_at, external_id, from_me, ack, sender_user_id, body, origin, media_type)
   select {company}::int, {base}::bigint + c, {base}::bigint + n, connection_id, m.at, m.at, n || '-' || k || '-' || m.place || '-' || {company}::int, m.place % 2 = 0, 3,
          case when m.place % 2 = 0 then user_id end,
          (array['Bom dia, preciso da segunda via','Claro, segue o boleto','Quanto custa a entrega?','O prazo é de cinco dias','Obrigado, confirmado'])[1 + (n + m.place) % 5],
          case when m.place % 2 = 0 then 'user' else 'channel' end, 'conversation'
   from bench_lives cross join lateral (values (1, created), (2, answered), (3, asked), (4, replied)) m (place, at)
   where m.at is not null order by m.at`,
  `insert into tickets (company_id, id, conversation_id, contact_id, connection_id, status, user_id, queue_id, is_group, is_latest, last_message, last_message_id,
                        last_message_at, last_from_me, waiting_since, imported_at, closed_at, created_at, updated_at)
   select {company}::int, {base}::bigint + n, {base}::bigint + c, {base}::bigint + c, connection_id,
          case when finished is not null then 'closed' when ended is not null then 'nps' when is_group then 'group' when accepted is not null then 'open' else 'pending' end,
          user_id, queue_id, is_group, n = max(n) over (partition by c), 'Obrigado, confirmado', m.id,
          coalesce(replied, asked, answered, created),
          case when asked is null then answered is not null else replied is not null end,
          case when ended is not null then null when answered is null then created when replied is null then asked end,
          case when was_imported then ticket_created end, finished, ticket_created, coalesce(finished, ended, replied, asked, answered, accepted, created)
   from (${last}) x
   left join (select ticket_id, max(id) as id from messages where company_id = {company}::int group by ticket_id) m on m.ticket_id = {base}::bigint + n
   order by n`,
  'drop table bench_lives',
]
