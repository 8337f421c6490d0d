import { insertCompany } from '#modules/companies'
import { storeInbound } from '#modules/inbound'
import { insertAdmin } from '#modules/users'
import { hashPassword } from '#platform/security/passwords'
import { type Db, sql } from '#platform/database/sql'
import type { App } from '../app.ts'
import { adminEmail, chats, conversations, group, lanes, people, queues, quickMessages, tags } from './demo-content.ts'
import { picture } from './demo-pictures.ts'
import { type DemoCaller, callerOf, visitorOf } from './demo-callers.ts'

export interface DemoLogins {
  people: { role: string; email: string }[]
  password: string
  /** Absent: somebody has removed the web chat. */
  chatUrl?: string
}

const companyName = 'Casa Aurora Móveis'
/** The name of the company while it is being created, which takes many calls and cannot be one transaction. */
const unfinishedName = `${companyName} (em preparação)`

/**
 * Removes a demo that was interrupted. Runs before the workers start, because they would process its waiting entries.
 */
export async function removeHalfDemo(operator: Db): Promise<void> {
  await sql`
    delete from companies where name = ${unfinishedName}
      and id in (select company_id from address_book where kind = 'login' and key = ${adminEmail})`.execute(operator)
}

/**
 * Creates the demo once: a furniture shop in the middle of its day, made with the same calls as those of people. The
 * password is derived from the installation's secret.
 */
export async function addDemo(app: App): Promise<DemoLogins> {
  const password = `Demo-${app.deps.keys.demoPassword.toString('base64url').slice(0, 10)}`
  const logins = [{ role: 'admin', email: adminEmail }, ...people.map(({ role, email }) => ({ role, email }))]
  if (!(await isThere(app))) await makeCompany(app, password)
  const chat = await findWebChat(app)
  return { people: logins, password, ...(chat && { chatUrl: `${app.deps.publicUrl.origin}/chat/${chat.token}` }) }
}

/** Not asked as the admin: that login would end theirs, and they may have chosen another password. */
async function findWebChat({ deps }: App): Promise<{ token: string } | undefined> {
  const { rows } = await sql<{ token: string }>`
    select n.token from connections n join address_book a on a.company_id = n.company_id
    where a.kind = 'login' and a.key = ${adminEmail} and n.channel = 'webchat' and n.archived_at is null
    order by n.id limit 1`.execute(deps.units.operator)
  return rows[0]
}

async function isThere({ deps }: App): Promise<boolean> {
  const { rows } = await sql`select from address_book where kind = 'login' and key = ${adminEmail}`.execute(
    deps.units.operator,
  )
  return rows.length > 0
}

async function makeCompany(app: App, password: string): Promise<void> {
  const { operator } = app.deps.units
  const passwordHash = await hashPassword(password)
  const companyId = await operator.transaction().execute(async (db) => {
    const plan = await db.selectFrom('plans').select('id').orderBy('id').executeTakeFirstOrThrow()
    const id = await insertCompany(db, {
      name: unfinishedName,
      email: adminEmail,
      phone: '1132145678',
      document: '',
      paymentMethod: '',
      planId: plan.id,
      status: true,
      dueDate: null,
      recurrence: 'MENSAL',
    })
    await insertAdmin(db, { companyId: id, name: 'Camila Rocha', email: adminEmail, passwordHash, isSuper: false })
    return id
  })
  const admin = await callerOf(app, adminEmail, password)
  const queueIds = new Map<string, number>()
  for (const queue of queues) queueIds.set(queue.name, (await admin.post<{ id: number }>('/queue', queue)).id)
  const tagIds = new Map<string, number>()
  for (const tag of tags) tagIds.set(tag.name, (await admin.post<{ id: number }>('/tags', { ...tag, kanban: 0 })).id)
  await addQuickMessages(admin)
  for (const person of people) {
    const { role: _role, queues: theirs, ...body } = person
    await admin.post('/users', { ...body, password, queueIds: theirs.map((name) => queueIds.get(name)) })
  }
  const chat = await admin.post<{ id: number; token: string }>('/whatsapp', {
    name: 'Site Casa Aurora',
    channel: 'webchat',
    isDefault: true,
    queueIds: [...queueIds.values()].slice(0, 1),
    greetingMessage: 'Olá! 👋 Que bom ter você aqui. Em que podemos ajudar?',
    complationMessage: 'Agradecemos o contato com a Casa Aurora. Até a próxima! 💚',
    webChat: {
      color: '#0a7d5c',
      title: 'Casa Aurora',
      invitation: 'Oi! Posso ajudar a escolher?',
      asksName: true,
      origins: [],
    },
  })
  await playConversations(app, { admin, password, token: chat.token, queueIds, tagIds })
  await fillBoard(admin)
  await talkInGroup(app, { admin, companyId })
  await talkInChats(app, password)
  await sql`update companies set name = ${companyName} where id = ${companyId}`.execute(operator)
}

/** Of five cards, one stays in the lane without a tag. */
async function fillBoard(admin: DemoCaller): Promise<void> {
  const tagIds: number[] = []
  for (const lane of lanes) tagIds.push((await admin.post<{ id: number }>('/tags', { ...lane, kanban: 1 })).id)
  const { tickets } = await admin.get<{ tickets: { id: number }[] }>('/ticket/kanban?teste=true')
  for (const [nth, { id }] of tickets.entries()) {
    const tagId = tagIds[nth % (tagIds.length + 1)]
    if (tagId !== undefined) await admin.put(`/ticket/kanban/${id}`, { tagId })
  }
}

async function addQuickMessages(admin: DemoCaller): Promise<void> {
  const add = (fields: object) => admin.post<{ id: number }>('/quick-messages', { geral: true, ...fields })
  for (const [name, messages] of Object.entries(quickMessages)) {
    const { id: categoryId } = await add({ shortcode: name, isCategory: true })
    for (const message of messages) await add({ ...message, categoryId })
  }
}

/** A web chat has no groups, so the demo's group belongs to a WhatsApp connection whose phone is never linked. */
async function talkInGroup(app: App, { admin, companyId }: { admin: DemoCaller; companyId: number }): Promise<void> {
  const { deps } = app
  const { rows } = await sql<{ id: number }>`
    insert into connections (company_id, name, channel, allows_groups)
    values (${companyId}, ${group.connection}, 'whatsapp', true) returning id`.execute(deps.units.operator)
  const connectionId = rows[0]?.id ?? 0
  await deps.units.run({ kind: 'connection', companyId, connectionId }, async (ctx) => {
    for (const [index, body] of group.lines.entries())
      await storeInbound(ctx, connectionId, {
        kind: 'message',
        externalId: `demo-${companyId}-${index}`,
        from: { kind: 'group', value: group.address },
        name: group.name,
        isGroup: true,
        body,
        mediaType: 'conversation',
      })
  })
  await admin.settled()
  const { rows: tickets } = await sql<{ id: number }>`
    select id from tickets where company_id = ${companyId} and connection_id = ${connectionId}`.execute(
    deps.units.operator,
  )
  for (const { id } of tickets) await spread(app, id, group.minutesAgo)
}

async function talkInChats(app: App, password: string): Promise<void> {
  const callers = new Map<string, DemoCaller>()
  for (const email of [adminEmail, ...people.map((person) => person.email)])
    callers.set(email, await callerOf(app, email, password))
  for (const { title, members, lines, minutesAgo } of chats) {
    const [owner, ...others] = members.flatMap((email) => callers.get(email) ?? [])
    if (!owner) continue
    const users = others.map(({ id }) => ({ id }))
    const { id } = await owner.post<{ id: number }>('/chats', { title, users })
    for (const [author, message] of lines) await callers.get(author)?.post(`/chats/${id}/messages`, { message })
    await spreadChat(app, id, minutesAgo)
  }
}

/** Spreads the messages of an internal chat like those of a conversation. */
async function spreadChat({ deps }: App, chatId: number, minutesAgo: number): Promise<void> {
  await sql`
    with numbered as (select company_id, id, row_number() over (order by id desc) as back from internal_messages where chat_id = ${chatId})
    update internal_messages m set created_at = now() - make_interval(mins => ${minutesAgo} + (2 * (n.back - 1))::int)
    from numbered n where m.company_id = n.company_id and m.id = n.id`.execute(deps.units.operator)
  await sql`
    update internal_chats c set last_message_at = m.newest, created_at = m.oldest
    from (select max(created_at) as newest, min(created_at) as oldest from internal_messages where chat_id = ${chatId}) m
    where c.id = ${chatId}`.execute(deps.units.operator)
}

interface Stage {
  admin: DemoCaller
  password: string
  token: string
  queueIds: Map<string, number>
  tagIds: Map<string, number>
}

async function playConversations(app: App, { admin, password, token, queueIds, tagIds }: Stage): Promise<void> {
  const callers = new Map<string, DemoCaller>([[adminEmail, admin]])
  for (const { email } of people) callers.set(email, await callerOf(app, email, password))

  for (const conversation of conversations) {
    const visitor = await visitorOf(app, token, conversation.name)
    const [opening, ...rest] = conversation.lines
    if (!opening) continue
    await (opening.picture ? visitor.send(await picture(opening.picture), opening.text) : visitor.write(opening.text))
    const ticket = await admin.until(async () => {
      const { tickets } = await admin.get<{ tickets: { id: number; contactId: number; contact: { name: string } }[] }>(
        '/tickets?status=pending&showAll=true',
      )
      return tickets.find(({ contact }) => contact.name === conversation.name)
    })
    if (conversation.tags.length > 0)
      await admin.post('/tags/sync', {
        contactId: ticket.contactId,
        ticketId: ticket.id,
        tags: conversation.tags.map((name) => ({ id: tagIds.get(name) })),
      })
    const queueId = queueIds.get(conversation.queue)
    const attendant = callers.get(conversation.attendant ?? '')
    if (!attendant) await admin.put(`/tickets/${ticket.id}`, { status: 'pending', queueId, userId: null })
    else await attendant.put(`/tickets/${ticket.id}`, { status: 'open', userId: attendant.id, queueId })

    for (const line of rest) {
      if (line.from === 'visitor')
        await (line.picture ? visitor.send(await picture(line.picture), line.text) : visitor.write(line.text))
      else if (attendant && line.from === 'note')
        await attendant.post(`/messages/${ticket.id}`, { body: line.text, isPrivate: true })
      else if (attendant && line.picture)
        await attendant.upload(`/messages/${ticket.id}`, { body: line.text }, await picture(line.picture))
      else if (attendant) await attendant.post(`/messages/${ticket.id}`, { body: `*${attendant.name}:*\n${line.text}` })
      await admin.settled()
    }
    if (attendant && conversation.ends)
      await attendant.put(`/tickets/${ticket.id}`, {
        status: 'closed',
        userId: attendant.id,
        sendFarewellMessage: true,
      })
    await spread(app, ticket.id, conversation.minutesAgo)
  }
}

/**
 * Spreads the messages of a conversation over the day; they were all created within a second. The ticket is accepted
 * after the greeting.
 */
async function spread({ deps }: App, ticketId: number, minutesAgo: number): Promise<void> {
  await sql`
    with numbered as (select company_id, id, row_number() over (order by sent_at desc, id desc) as back from messages where ticket_id = ${ticketId})
    update messages m set sent_at = now() - make_interval(mins => ${minutesAgo} + (2 * (n.back - 1))::int), created_at = now() - make_interval(mins => ${minutesAgo} + (2 * (n.back - 1))::int)
    from numbered n where m.company_id = n.company_id and m.id = n.id`.execute(deps.units.operator)
  await sql`
    update tickets set last_message_at = now() - make_interval(mins => ${minutesAgo}), updated_at = now() - make_interval(mins => ${minutesAgo}),
      waiting_since = case when waiting_since is not null then now() - make_interval(mins => ${minutesAgo}) end,
      created_at = (select min(sent_at) from messages where ticket_id = ${ticketId}),
      closed_at = case when closed_at is not null then now() - make_interval(mins => ${minutesAgo}) end
    where id = ${ticketId}`.execute(deps.units.operator)
  await sql`
    update ticket_log l set created_at = case l.kind when 'closed' then now() - make_interval(mins => ${minutesAgo})
      else (select min(m.sent_at) from messages m where m.ticket_id = ${ticketId}) + make_interval(secs => case l.kind when 'create' then -1 else 180 end) end
    where l.ticket_id = ${ticketId}`.execute(deps.units.operator)
}
