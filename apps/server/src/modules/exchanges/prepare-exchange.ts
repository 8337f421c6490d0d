import type { StoredChannel } from '@guiche/channel'
import { factsOf } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { together } from '#platform/database/together'
import type { Answerer, Asked, AskedMessage, FoundAnswerer } from './answerer.ts'
import type { Claimed } from './stored/exchanges.repository.ts'

/** What an answerer has to know, without what it can do. */
export type Known = Omit<Asked, 'ask' | 'signal' | 'messages'> & {
  messages: (Omit<AskedMessage, 'file'> & { file: KnownFile | null })[]
}

export interface KnownFile {
  id: number
  mime: string
  name: string
  bytes: number
}

export interface Prepared {
  known: Known
  found: FoundAnswerer
}

/** Reads what the service is asked. `gone`: the service is; `unsaid`: the customer has deleted what they wrote. */
export async function prepareExchange(
  ctx: Ctx,
  claimed: Claimed,
  answerer: Answerer,
): Promise<Prepared | 'gone' | 'unsaid'> {
  const [found, talk, messages] = await together([
    answerer.find(ctx, claimed.answerer_id),
    readTalk(ctx, claimed),
    readMessages(ctx, claimed),
  ])
  if (!found || !talk) return 'gone'
  if (messages.length === 0) return 'unsaid'
  return { found, known: knownOf(ctx, claimed, { talk, messages }) }
}

interface Talk {
  uuid: string
  conversation_id: number
  queue_id: number | null
  created_at: Date
  contact_id: number
  contact_name: string
  contact_phone: string | null
  contact_email: string
  address: string
  channel: StoredChannel
  connection_id: number
  connection_name: string
  language: string
  timezone: string
  session: unknown
  session_at: Date | null
}

async function readTalk(ctx: Ctx, { ticket_id, kind, answerer_id }: Claimed): Promise<Talk | undefined> {
  const { rows } = await sql<Talk>`
    select t.uuid, t.conversation_id, t.queue_id, t.created_at, t.contact_id, c.name as contact_name,
           c.phone as contact_phone, c.email as contact_email, v.address, n.channel, n.id as connection_id,
           n.name as connection_name, o.language, o.timezone, s.state as session, s.updated_at as session_at
    from tickets t
    join conversations v on v.company_id = t.company_id and v.id = t.conversation_id
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    join connections n on n.company_id = t.company_id and n.id = t.connection_id
    join companies o on o.id = t.company_id
    left join exchange_sessions s on s.company_id = t.company_id and s.ticket_id = t.id
      and s.kind = ${kind} and s.answerer_id = ${answerer_id}
    where t.company_id = ${ctx.companyId} and t.id = ${ticket_id}`.execute(ctx.db)
  return rows[0]
}

interface MessageRow {
  id: number
  external_id: string
  body: string
  choice_id: string | null
  media_type: string
  sent_at: Date
  file: KnownFile | null
}

/** A burst of more is cut. */
const mostMessages = sql.lit(20)

/** Of the customer: what was not deleted, from the first to the last of the burst. */
async function readMessages(ctx: Ctx, claimed: Claimed): Promise<MessageRow[]> {
  const { ticket_id, first_message_id: first, message_id: last } = claimed
  const { rows } = await sql<MessageRow>`
    select m.id, m.external_id, m.body, m.raw->>'choiceId' as choice_id, m.media_type, m.sent_at,
           case when f.id is not null then
             json_build_object('id', f.id, 'mime', f.mime, 'name', f.original_name, 'bytes', f.bytes) end as file
    from tickets t
    join messages m on m.company_id = t.company_id and m.conversation_id = t.conversation_id and m.ticket_id = t.id
    left join files f on f.company_id = m.company_id and f.id = m.file_id
    where t.company_id = ${ctx.companyId} and t.id = ${ticket_id} and m.id between ${first} and ${last}
      and not m.from_me and m.deleted_at is null
    order by m.id desc limit ${mostMessages}`.execute(ctx.db)
  return rows.toReversed()
}

const knownOf = (
  { companyId }: Ctx,
  claimed: Claimed,
  { talk, messages }: { talk: Talk; messages: MessageRow[] },
): Known => ({
  companyId,
  exchangeId: claimed.id,
  answererId: claimed.answerer_id,
  language: talk.language,
  timeZone: talk.timezone,
  ticket: {
    id: claimed.ticket_id,
    uuid: talk.uuid,
    conversationId: talk.conversation_id,
    queueId: talk.queue_id,
    createdAt: talk.created_at,
  },
  contact: {
    id: talk.contact_id,
    name: talk.contact_name,
    number: talk.contact_phone,
    email: talk.contact_email,
    address: talk.address,
  },
  channel: {
    facts: factsOf(talk.channel),
    connectionId: talk.connection_id,
    connectionName: talk.connection_name,
  },
  messages: messages.map(({ id, external_id, body, choice_id, media_type, sent_at, file }) => ({
    id,
    externalId: external_id,
    text: body,
    choiceId: choice_id,
    mediaType: media_type,
    sentAt: sent_at,
    file,
  })),
  isEntry: claimed.is_entry,
  session: talk.session,
  sessionAt: talk.session_at,
})
