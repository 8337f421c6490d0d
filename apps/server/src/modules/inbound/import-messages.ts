import type { PastMessage, PastReaction } from '@guiche/channel'
import { wayOfId } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import { findOrCreateConversations, findOrImportTickets } from '#modules/conversations'
import { channelOf } from '#modules/connections'
import { awaitFile } from '#modules/media'
import { addOldReactions, previewOf } from '#modules/messages'
import { reactorsOf } from './apply-events.ts'
import { applyParked } from './apply-parked.ts'
import { withoutToldAgain } from './tables/told-again.repository.ts'

/** An old message with its reactions. */
export type OldMessage = PastMessage & { reactions?: PastReaction[] }

/**
 * Stores old messages with their own time, as read, without events to browsers and without automatic answers. Messages
 * that are stored already or wait in the inbox have no effect. The preview of a ticket only moves forward.
 */
export async function importMessages(ctx: Ctx, connectionId: number, received: OldMessage[]): Promise<void> {
  const unknown = await withoutKnown(ctx, connectionId, received)
  const fresh = await withoutToldAgain(
    ctx,
    unknown.map((payload) => ({ connection_id: connectionId, payload })),
  )
  const messages = fresh.map(({ payload }) => payload)
  if (messages.length === 0) return
  const destinations = await findOrCreateConversations(
    ctx,
    messages.map(({ from, aliases = [], name, isGroup = false }) => ({
      connectionId,
      from,
      aliases,
      name,
      email: '',
      isGroup,
    })),
  )
  const conversations = destinations.map(({ conversationId }) => conversationId)
  const tickets = await findOrImportTickets(ctx, firstTimes(messages, conversations))
  const files = await keepFiles(ctx, connectionId, messages)
  const rows = messages.map((message, ord) => ({
    ord,
    conversation_id: conversations[ord],
    ticket_id: tickets.get(conversations[ord] ?? 0),
    sent_at: message.sentAt,
    external_id: message.externalId,
    quoted: message.quotedExternalId ?? null,
    file_id: files[ord],
    media_type: message.mediaType,
    body: message.body,
    from_me: message.isEcho ?? false,
    // Old messages of customers count as read.
    ack: message.isEcho ? message.ack : 3,
    is_forwarded: message.isForwarded ?? false,
    raw: message.author ? { author: message.author } : null,
  }))
  await insertImported(ctx, connectionId, rows)
  await insertReactions(ctx, connectionId, messages)
  await applyParked(
    ctx,
    messages.map((payload) => ({ connection_id: connectionId, payload })),
  )
}

async function withoutKnown(ctx: Ctx, connectionId: number, received: OldMessage[]): Promise<OldMessage[]> {
  const ids = received.map(({ externalId }) => externalId)
  const { rows } = await sql<{ external_id: string }>`
    select external_id from messages
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and external_id = any (${ids}::text[])
    union
    select external_id from inbox
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and external_id = any (${ids}::text[])
    union
    select network_id from message_parts
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and network_id = any (${ids}::text[])`.execute(
    ctx.db,
  )
  const known = new Set(rows.map((row) => row.external_id))
  return received.filter(({ externalId }) => !known.has(externalId))
}

function firstTimes(messages: PastMessage[], conversations: number[]): Map<number, string> {
  const first = new Map<number, string>()
  messages.forEach(({ sentAt }, index) => {
    const conversation = conversations[index] ?? 0
    const before = first.get(conversation)
    if (before === undefined || sentAt < before) first.set(conversation, sentAt)
  })
  return first
}

/** Files of old messages are fetched when somebody opens them, because thousands at once would delay current ones. */
async function keepFiles(ctx: Ctx, connectionId: number, messages: PastMessage[]): Promise<(number | null)[]> {
  const reachedBy = await channelOf(ctx, connectionId)
  const files: (number | null)[] = []
  for (const { externalId, media } of messages) {
    if (!media || !('source' in media)) {
      files.push(null)
      continue
    }
    const { source: reference, mime, name, bytes, details } = media
    const channel = wayOfId(externalId) ?? reachedBy
    const { fileId } = await awaitFile(ctx, { channel, reference, mime, name, bytes, details, isLazy: true })
    files.push(fileId)
  }
  return files
}

async function insertImported(ctx: Ctx, connectionId: number, rows: object[]): Promise<void> {
  await sql`
    with incoming as (
      ${recordset(
        rows,
        sql`ord int, conversation_id bigint, ticket_id bigint, sent_at timestamptz, external_id text, quoted text, file_id bigint,
            media_type text, body text, from_me boolean, ack smallint, is_forwarded boolean, raw jsonb`,
      )}),
    added as (
      insert into messages (company_id, conversation_id, ticket_id, connection_id, sent_at, external_id, quoted_external_id, file_id, media_type, body, from_me, ack, is_forwarded, raw, origin)
      select ${ctx.companyId}, conversation_id, ticket_id, ${connectionId}, sent_at, external_id, quoted, file_id, media_type, body, from_me, ack, is_forwarded, nullif(raw, 'null'), 'import'
      from incoming order by ord
      on conflict (company_id, connection_id, external_id) do nothing
      returning id, conversation_id, ticket_id, sent_at, body, media_type, file_id, from_me),
    newest as (
      select distinct on (ticket_id) *, max(sent_at) filter (where not from_me) over (partition by ticket_id) as last_inbound_at
      from added order by ticket_id, sent_at desc, id desc),
    tickets_moved as (
      update tickets t set last_message_at = x.sent_at, last_message_id = x.id, last_from_me = x.from_me,
        last_message = ${previewOf(ctx, { body: sql`x.body`, mediaType: sql`x.media_type`, fileId: sql`x.file_id` })}
      from newest x
      where t.company_id = ${ctx.companyId} and t.id = x.ticket_id and (t.last_message_id is null or x.sent_at >= t.last_message_at))
    update conversations v set last_inbound_at = greatest(v.last_inbound_at, x.last_inbound_at)
    from newest x where v.company_id = ${ctx.companyId} and v.id = x.conversation_id and x.last_inbound_at is not null`.execute(
    ctx.db,
  )
}

async function insertReactions(ctx: Ctx, connectionId: number, messages: OldMessage[]): Promise<void> {
  const rows = messages.flatMap(({ externalId, reactions = [] }) =>
    reactions.map((reaction) => ({
      external_id: externalId,
      sender: reactorsOf(reaction)[0],
      emoji: reaction.emoji,
      done_at: reaction.doneAt ?? null,
    })),
  )
  if (rows.length > 0) await addOldReactions(ctx, connectionId, rows)
}
