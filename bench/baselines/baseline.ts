import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'
import { numberStatements } from './baseline-numbers.ts'

/**
 * The baseline: each answer comes from one hand-written statement, without framework, login, row-level security, events
 * or checks. The difference to the product is what the product's features cost.
 */
const company = Number(process.env['BASELINE_COMPANY'])
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({ connectionString: process.env['BASELINE_DATABASE'], max: 16 })

const ticketColumns = `t.id, t.uuid, t.status, t.unread_count, t.last_message, t.last_message_at, t.last_from_me, t.waiting_since, t.user_id, t.queue_id, t.contact_id, t.connection_id, t.created_at, t.updated_at, t.closed_at,
  c.name as contact_name, c.phone, c.email, c.picture_url, c.is_active, u.name as user_name, q.name as queue_name, q.color, n.name as connection_name, n.channel,
  (select m.ack from messages m where m.company_id = t.company_id and m.id = t.last_message_id) as ack,
  (select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color)) from contact_tags ct join tags g on g.company_id = ct.company_id and g.id = ct.tag_id where ct.company_id = t.company_id and ct.contact_id = t.contact_id) as tags`
const ticketJoins = `join contacts c on c.company_id = t.company_id and c.id = t.contact_id join connections n on n.company_id = t.company_id and n.id = t.connection_id
  left join users u on u.company_id = t.company_id and u.id = t.user_id left join queues q on q.company_id = t.company_id and q.id = t.queue_id`
const living = (status: string) =>
  `select ${ticketColumns} from (select * from tickets where company_id = $1 and status = '${status}' order by last_message_at desc, id desc limit 41) t ${ticketJoins} order by t.last_message_at desc`

const companies = (more: string) =>
  `select c.*, to_jsonb(p) as plan, (select count(*) from companies) as total,
      (select count(*) from users u where u.company_id = c.id and u.archived_at is null) as users,
      (select count(*) from connections n where n.company_id = c.id and n.archived_at is null) as connections${more}
    from (select * from companies where $1::integer is not null order by fold(name), id limit 20) c join plans p on p.id = c.plan_id order by fold(c.name), c.id`

/** A page of the audit log. */
const audit = (page: string) =>
  `select a.id, a.created_at, a.actor_user_id, a.actor_name, a.action, a.object, a.object_id, host(a.address) as address, a.detail,
      coalesce(u.name, q.name) as object_name, (select timezone from companies where id = $1) as timezone
    from (${page}) a
    left join users u on u.company_id = a.company_id and u.id = case when a.object = 'user' then a.object_id::bigint end
    left join queues q on q.company_id = a.company_id and q.id = case when a.object = 'queue' then a.object_id::bigint end
    order by a.created_at desc, a.id desc`
const entries = (condition: string) =>
  `select * from audit_log where company_id = $1 and ${condition} order by created_at desc, id desc limit 51`

/** A page of the people of a campaign. */
const people = (condition: string) =>
  `select r.id, r.name, r.number, r.email, r.state, r.reason, r.variant, r.requested_at, r.confirmed_at, r.reached_at, r.answered_at, n.name as connection
    from (select * from campaign_recipients where company_id = $1 and campaign_id = $2 and id > $3 and ${condition} order by id limit 51) r
    left join connections n on n.company_id = r.company_id and n.id = r.connection_id order by r.id`

/** A page of the people of a list. */
const items = (page: string) =>
  `select i.*, c.is_valid from (${page}) i
    left join number_checks c on c.company_id = i.company_id and c.number_key = i.number_key and c.checked_at > now() - interval '30 days'
    order by fold(i.name), i.id limit 21`

/** The operator's overview, with the due dates compared with one day for all. */
const overview = `select
    (select json_agg(s) from (select due_date <= current_date as blocked, due_date <= current_date + 5 as soon, due_date = trial_ends as trial, active, closed_at is null as open, count(*)
      from companies where id <> $1 group by 1, 2, 3, 4, 5) s) as states,
    (select json_agg(r) from (select date_trunc('month', paid_at) as month, sum(amount_cents) from payments where paid_at > now() - interval '1 year' and kind <> 'credit' group by 1) r) as revenue,
    (select json_agg(g) from (select date_trunc('month', created_at) as month, count(*), count(closed_at) as gone from companies where created_at > now() - interval '2 months' group by 1) g) as movement,
    (select json_agg(o) from (select count(*), count(distinct company_id) as companies, sum(amount_cents) from invoices where status = 'open' and due_date < current_date) o) as overdue,
    (select json_agg(u) from (select count(*), count(*) filter (where n.status = 'connected') as up from connections n join companies c on c.id = n.company_id where n.archived_at is null and c.active and (c.due_date is null or c.due_date > current_date)) u) as connections,
    (select min(created_at) from outbox where action = 'send') as unsent,
    (select count(*) from inbox where dead_at is not null) as dead`

/** Cards of the board. */
const board = (condition: string, most: number) =>
  `select t.id, t.uuid, t.status, t.is_group, t.unread_count, t.last_message, t.last_message_at, t.last_from_me, t.user_id, u.name as user_name, t.queue_id, q.name as queue_name, q.color,
      n.channel, t.contact_id, c.name, c.phone, c.email, coalesce(p.place, t.id * 1000000) as place,
      (select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color)) from ticket_tags tt join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
       where tt.company_id = t.company_id and tt.ticket_id = t.id and g.is_kanban) as tags
    from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id join connections n on n.company_id = t.company_id and n.id = t.connection_id
    left join users u on u.company_id = t.company_id and u.id = t.user_id left join queues q on q.company_id = t.company_id and q.id = t.queue_id
    left join kanban_places p on p.company_id = t.company_id and p.ticket_id = t.id
    where t.company_id = $1 and t.status in ('open', 'pending') and ${condition} order by place desc, t.id desc limit ${most}`

const statements = {
  ...numberStatements,
  open: living('open'),
  pending: living('pending'),
  group: living('group'),
  closed: `select ${ticketColumns} from (select * from tickets where company_id = $1 and status = 'closed' and is_latest order by closed_at desc, id desc limit 41) t ${ticketJoins} order by t.closed_at desc`,
  messages: `select m.id, m.body, m.from_me, m.ack, m.media_type, m.sent_at, m.external_id, m.client_id, m.is_private, m.is_forwarded, m.origin, m.edited_at, m.deleted_at, m.failure, m.ticket_id, m.created_at,
    u.id as user_id, u.name as user_name, c.id as contact_id, c.name as contact_name, q.id as queue_id, q.name as queue_name, q.color as queue_color,
    case when m.file_id is not null then (select row_to_json(f) from files f where f.company_id = m.company_id and f.id = m.file_id) end as file,
    case when m.quoted_external_id is not null then (select row_to_json(o) from messages o where o.company_id = m.company_id and o.connection_id = m.connection_id and o.external_id = m.quoted_external_id) end as quoted,
    (select json_agg(json_build_object('emoji', r.emoji, 'sender', r.sender)) from message_reactions r where r.company_id = m.company_id and r.message_id = m.id) as reactions,
    case when row_number() over (order by m.sent_at) = 1 then (select row_to_json(k) from (select ${ticketColumns} from tickets t ${ticketJoins} where t.company_id = $1 and t.id = $2) k) end as ticket
    from (select * from messages where company_id = $1 and conversation_id = (select conversation_id from tickets where company_id = $1 and id = $2) order by sent_at desc, id desc limit 21) m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id join contacts c on c.company_id = t.company_id and c.id = t.contact_id left join queues q on q.company_id = t.company_id and q.id = t.queue_id
    left join users u on u.company_id = m.company_id and u.id = m.sender_user_id order by m.sent_at`,
  contacts: `select c.*, (select json_agg(json_build_object('id', t.id, 'status', t.status)) from tickets t join conversations v on v.company_id = t.company_id and v.id = t.conversation_id where v.company_id = c.company_id and v.contact_id = c.id) as tickets,
    (select json_agg(json_build_object('id', g.id, 'name', g.name)) from contact_tags ct join tags g on g.company_id = ct.company_id and g.id = ct.tag_id where ct.company_id = c.company_id and ct.contact_id = c.id) as tags
    from (select * from contacts where company_id = $1 and merged_into_id is null order by fold(name), id limit 101) c order by fold(c.name), c.id`,
  companies: companies(''),
  use: companies(`,
      (select count(*) from queues q where q.company_id = c.id and q.archived_at is null) as queues,
      (select count(*) from connections n where n.company_id = c.id and n.archived_at is null and n.status = 'connected') as up,
      (select count(*) from messages m where m.company_id = c.id and m.sent_at > now() - interval '24 hours' and not m.is_private) as messages,
      (select sum(f.bytes) from files f where f.company_id = c.id and f.state = 'ready') as bytes,
      (select min(o.created_at) from outbox o where o.company_id = c.id and o.action = 'send') as unsent,
      (select count(*) from inbox i where i.company_id = c.id and i.dead_at is not null) as dead`),
  overview,
  search: `select id, name, phone from contacts where company_id = $1 and search_key like '%' || fold($2) || '%' limit 100`,
  'audit-first': audit(entries('true')),
  'audit-older': audit(
    entries('(created_at, id) < (select b.created_at, b.id from audit_log b where b.company_id = $1 and b.id = $2)'),
  ),
  'audit-person': audit(entries('actor_user_id = $2')),
  'audit-name': audit(
    entries(
      `actor_user_id = (select id from users where company_id = $1 and fold(name) like '%' || fold($2) || '%' limit 1)`,
    ),
  ),
  'audit-operator': audit(entries('actor_company_id <> company_id')),
  'audit-system': audit(entries('actor_user_id is null')),
  'audit-action': audit(entries('action = $2')),
  // Of each action its newest entries, and of these the newest.
  'audit-area': audit(
    `select e.* from unnest($2::text[]) wanted cross join lateral (${entries('action = wanted')}) e order by e.created_at desc, e.id desc limit 51`,
  ),
  'audit-object': audit(entries('object = $2')),
  'audit-object-id': audit(entries(`object_id = $2 and object_id <> ''`)),
  'audit-address': audit(entries('address = $2::inet')),
  'audit-until': audit(entries(`created_at < ($2::date + 1)::timestamp at time zone 'America/Sao_Paulo'`)),
  'board-all': board('true', 1001),
  'board-lane': board(
    'exists (select from ticket_tags l where l.company_id = t.company_id and l.ticket_id = t.id and l.tag_id = $2)',
    41,
  ),
  'board-lanes': `select g.id, g.name, g.color, count(t.id) from tags g left join ticket_tags tt on tt.company_id = g.company_id and tt.tag_id = g.id
    left join tickets t on t.company_id = tt.company_id and t.id = tt.ticket_id and t.status in ('open', 'pending') where g.company_id = $1 and g.is_kanban group by g.company_id, g.id`,
  'people-all': people('true'),
  'people-state': people('state = $4'),
  // All people of a campaign, counted by how it went.
  'report-parts': `select state, reason, variant, connection_id, count(*)::int as count, count(requested_at)::int as requested, count(confirmed_at)::int as confirmed,
      count(reached_at)::int as reached, max(reached_at) as last_sent_at, max(answered_at) as last_answer_at
    from campaign_recipients where company_id = $1 and campaign_id = $2 group by state, reason, variant, connection_id`,
  'items-after': items(
    'select * from contact_list_items where company_id = $1 and list_id = $2 and (fold(name), id) > (fold($3), $4) order by fold(name), id limit 21',
  ),
  'items-search': items(
    `select *, count(*) over () as total from contact_list_items where company_id = $1 and list_id = $2
       and fold(name) || ' ' || number || ' ' || number_key || ' ' || lower(email) like '%' || fold($3) || '%' limit 500`,
  ),
  // The product stores all of this before it answers: the message, its outbox row, and the new state of its ticket.
  send: `with added as (
      insert into messages (company_id, conversation_id, ticket_id, connection_id, external_id, from_me, body, origin)
      select company_id, conversation_id, id, connection_id, $3, true, $4, 'user' from tickets where company_id = $1 and id = $2 returning *),
    queued as (
      insert into baseline_outbox (company_id, connection_id, conversation_id, message_id) select company_id, connection_id, conversation_id, id from added),
    moved as (
      update tickets t set last_message = left(m.body, 255), last_message_at = m.sent_at, last_message_id = m.id, last_from_me = true, unread_count = 0, waiting_since = null, updated_at = now()
      from added m where t.company_id = m.company_id and t.id = m.ticket_id)
    select * from added`,
} as const

const insertReport = `insert into baseline_reports (provider, digest, body) values ('efi', $1, convert_to($2, 'UTF8')) on conflict (provider, digest) do nothing returning id`

const listNames = ['open', 'pending', 'group', 'closed'] as const

// Copies of the product's tables, because the product would process rows in the real ones.
await pool.query('create table if not exists baseline_outbox (like outbox including all)')
await pool.query('create table if not exists baseline_reports (like payment_webhooks including all)')

createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://baseline')
  const answer = (name: keyof typeof statements, values: unknown[]) =>
    pool.query({ name, text: statements[name], values: [company, ...values] }).then(
      ({ rows }) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ rows })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  /** A report of a payment, as it came. */
  const keep = (body: string) =>
    pool.query({ name: 'report', text: insertReport, values: [createHash('sha256').update(body).digest(), body] }).then(
      () => response.end('{}'),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  const isPlain = (
    name: string,
  ): name is keyof typeof statements & `${'audit' | 'board' | 'numbers' | 'people' | 'report' | 'items'}-${string}` =>
    /^(audit|board|numbers|people|report|items)-/.test(name) && name in statements
  const [, name = '', id] = url.pathname.split('/')
  if (name === 'ready') return void response.end('ok')
  if (name === 'tickets')
    return void answer(listNames.find((list) => list === url.searchParams.get('status')) ?? 'open', [])
  if (isPlain(name)) return void answer(name, url.searchParams.getAll('value'))
  if (name === 'companies') return void answer(id === 'use' ? 'use' : 'companies', [])
  if (name === 'overview') return void answer('overview', [])
  if (name === 'contacts')
    return void (url.searchParams.get('searchParam')
      ? answer('search', [url.searchParams.get('searchParam')])
      : answer('contacts', []))
  if (name === 'messages' && request.method === 'GET') return void answer('messages', [id])
  let text = ''
  request.on('data', (chunk) => (text += chunk))
  request.on('end', () => {
    if (name === 'reports') return void keep(text)
    void answer('send', [id, randomUUID(), JSON.parse(text).body])
  })
}).listen(Number(process.env['BASELINE_PORT']), '127.0.0.1')
