import pg from 'pg'
import { type Client, createClient } from './client.ts'

export interface Seeded {
  companyId: number
  admin: { email: string; password: string }
  /** Token of the large company's web chat connection, which has one queue and no bot. */
  chatToken: string
  queueId: number
  /** A member of the queue who may see groups and serves half of the open tickets. */
  attendant: { email: string; password: string }
  /** An open ticket with a long history, to read from; 0 in a database without messages. */
  ticketId: number
  /** Open tickets, to send to. */
  ticketIds: number[]
  messages: number
}

interface Options {
  url: string
  databaseUrl: string
  login: { email: string; password: string }
  messages: number
}

const companies = 5

/**
 * Creates five companies, one with 60 % of all data. Each contact has one ticket; closed tickets have ten messages, the
 * others sixty, so that a conversation has more than one page. One message in some 50,000 has a word that is rare.
 */
export async function seed({ url, databaseUrl, login, messages }: Options): Promise<Seeded> {
  const asOperator = await logIn(url, login)
  const plan = await asOperator.post('/plans', {
    name: 'Bench',
    users: 10_000,
    connections: 100,
    queues: 100,
    amount: 0,
  })
  const made = []
  for (let index = 0; index < companies; index += 1)
    made.push(await makeCompany(url, asOperator, JSON.parse(plan.text).id, index))
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  for (const [index, company] of made.entries())
    await fill(db, company, Math.round((messages / 10) * (index === 0 ? 0.6 : 0.1)), index)
  await db.query('vacuum analyze')
  const [large] = made
  if (!large) throw new Error('no company')
  const { rows } = await db.query(
    'select id from tickets where company_id = $1 and status = $2 order by id desc limit 50',
    [large.companyId, 'open'],
  )
  await db.end()
  const ticketIds = rows.map((row) => Number(row.id))
  return { ...large, ticketId: ticketIds[0] ?? 0, ticketIds, messages }
}

async function makeCompany(url: string, operator: Client, planId: number, index: number) {
  const credentials = { email: `admin${index}@bench.test`, password: 'Bench-Senha-1!' }
  const company = JSON.parse(
    (await operator.post('/companies', { name: `Bench ${index}`, phone: '', planId, ...credentials })).text,
  )
  const admin = await logIn(url, credentials)
  const queue = JSON.parse((await admin.post('/queue', { name: 'Vendas', color: '#2f6fd0' })).text)
  const chat = JSON.parse(
    (await admin.post('/whatsapp', { name: 'Site', channel: 'webchat', queueIds: [queue.id] })).text,
  )
  const attendant = { email: `attendant${index}@bench.test`, password: credentials.password }
  const added = await admin.post('/users', {
    name: 'Atendente',
    ...attendant,
    profile: 'user',
    queueIds: [queue.id],
    allowGroup: true,
  })
  if (added.status >= 300) throw new Error(`user: ${added.status} ${added.text}`)
  return {
    companyId: Number(company.id),
    attendantId: Number(JSON.parse(added.text).id),
    admin: credentials,
    queueId: Number(queue.id),
    chatId: Number(chat.id),
    chatToken: String(chat.token),
    attendant,
  }
}

/**
 * Writes contacts, groups, tickets and messages straight into the tables. Most tickets are closed, as in a real
 * company. The admin and the attendant share the open ones.
 */
async function fill(
  db: pg.Client,
  { companyId, chatId, queueId, attendantId }: Awaited<ReturnType<typeof makeCompany>>,
  tickets: number,
  salt: number,
) {
  const { rows: users } = await db.query('select id from users where company_id = $1 order by id limit 1', [companyId])
  const parameters = [companyId, chatId, queueId, Number(users[0].id), tickets, salt, attendantId]
  const run = (text: string) =>
    db.query(text, parameters.slice(0, Math.max(0, ...[...text.matchAll(/\$(\d)/g)].map((match) => Number(match[1])))))
  await run(
    `create temp table names as select * from unnest(array['Mariana','João','Renata','Fernando','Sônia','Lucas','Beatriz','Rafael','Antônia','José','Cecília','Otávio']) with ordinality as n (name, i)`,
  )
  await run(
    `create temp table words as select * from unnest(array['bom dia','preciso','boleto','entrega','segunda via','obrigado','sofá','mesa','quanto custa','prazo','sábado','orçamento','desconto','endereço','confirmar']) with ordinality as w (word, i)`,
  )
  await run(`
    insert into contacts (company_id, name, phone, is_group, created_at)
    select $1, (select name from names where i = 1 + (g * 7 + $6) % 12) || ' ' || (select name from names where i = 1 + (g / 12 * 5 + 3) % 12) || ' ' || g,
           case when g % 400 = 2 then null else '5511' || (900000000 + g + $6 * 10000000)::text end, g % 400 = 2, now() - make_interval(mins => g)
    from generate_series(1, $5::int) g where $2::bigint is not null and $3::bigint is not null and $4::bigint is not null`)
  await run(`
    insert into contact_identities (company_id, contact_id, kind, value)
    select company_id, id, case when is_group then 'group' else 'phone' end, coalesce(phone, '1203630000' || id || '@g.us') from contacts where company_id = $1`)
  await run(`
    insert into conversations (company_id, contact_id, connection_id, address)
    select company_id, id, $2, coalesce(phone, '1203630000' || id || '@g.us') from contacts where company_id = $1`)
  await run(`
    insert into tickets (company_id, conversation_id, contact_id, connection_id, status, is_group, user_id, queue_id, last_message, last_message_at, created_at, updated_at, closed_at, unread_count)
    select v.company_id, v.id, v.contact_id, v.connection_id, s.status, s.status = 'group', case when s.status in ('pending', 'group') then null when v.n % 800 < 400 then $4::bigint else $7::bigint end, $3, 'Tudo certo, obrigado!', s.at, s.at - interval '1 hour', s.at,
           case when s.status = 'closed' then s.at end, case when s.status = 'closed' then 0 else (v.id % 4)::int end
    from (select *, row_number() over (order by id) as n from conversations where company_id = $1) v
    join contacts c on c.company_id = v.company_id and c.id = v.contact_id
    cross join lateral (select case when v.n % 400 = 0 then 'open' when v.n % 400 = 1 then 'pending' when c.is_group then 'group' else 'closed' end as status, now() - make_interval(mins => (v.n % 500000)::int) as at) s
    where $2::bigint is not null and $5::int is not null and $6::int is not null`)
  await run(`
    insert into messages (company_id, conversation_id, ticket_id, connection_id, sent_at, external_id, from_me, ack, body, origin, media_type)
    select t.company_id, t.conversation_id, t.id, t.connection_id, t.last_message_at - make_interval(mins => n - k), gen_random_uuid()::text, k % 2 = 0, 3,
           (select string_agg(word, ' ') from (select word from words order by (i * 31 + t.id * 7 + k * 13) % 97 limit 4 + (t.id + k)::int % 5) chosen) || case when (t.id * 60 + k) % 50000 = 7 then ' zepelim' else '' end, 'channel', 'conversation'
    from tickets t cross join lateral (select case when t.status = 'closed' then 10 else 60 end as n) h cross join generate_series(1, n) k where t.company_id = $1`)
  await run(
    `update tickets t set last_message_id = m.id from (select distinct on (ticket_id) ticket_id, id from messages where company_id = $1 order by ticket_id, id desc) m where t.company_id = $1 and t.id = m.ticket_id`,
  )
  await db.query('drop table names, words')
}

interface Login {
  token: string
  publicToken: string
  user: { id: number; companyId: number }
}

export async function logInAs(url: string, credentials: { email: string; password: string }): Promise<Login> {
  const client = createClient(url)
  const reply = await client.post('/auth/login', credentials)
  client.close()
  if (reply.status !== 200) throw new Error(`login answered ${reply.status} ${reply.text}`)
  return JSON.parse(reply.text)
}

async function logIn(url: string, credentials: { email: string; password: string }): Promise<Client> {
  const { token } = await logInAs(url, credentials)
  return createClient(url, { authorization: `Bearer ${token}` })
}
