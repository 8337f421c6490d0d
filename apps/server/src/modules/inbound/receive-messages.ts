import type { InboundMedia } from '@guiche/channel'
import type { TicketStatus } from '@guiche/contract'
import { wayOfId } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import { type Destination, findOrCreateTickets } from '#modules/conversations'
import { cleanName, nameContact } from '#modules/contacts'
import { channelOf } from '#modules/connections'
import { type Said, endsByName, mayEndTicket, onlyInforms } from '#modules/bot'
import { awaitFile } from '#modules/media'
import { previewOf } from '#modules/messages'
import { keepServiceTime, markWaits, noWaits } from '#modules/tickets'
import type { InboxEntry } from './tables/inbox.repository.ts'
import { answersOnPhone, waitsAfterPhone, waitsUntilPhone } from './tables/answers-on-phone.repository.ts'
import { applyParked } from './apply-parked.ts'
import { callTextOf } from './calls.ts'
import { markSeenOnPhone } from './mark-seen-on-phone.ts'
import { recordRecovered } from './record-recovered.ts'
import type { InboundMessage, ReceivedMessage } from './received-message.ts'

type Entry = InboxEntry & { payload: InboundMessage }

/**
 * Stores messages of one company, in order, in the given unit of work: identity → contact → conversation → ticket →
 * message. Messages that are stored already have no effect. Each step handles all rows in one statement, so ten
 * messages need few more round trips than one. `later`: to receive when the others were answered.
 */
export async function receiveMessages(
  ctx: Ctx,
  received: Entry[],
): Promise<{ messages: ReceivedMessage[]; later: Entry[] }> {
  const accepted = await withoutBlocked(ctx, await withoutClosedGroups(ctx, received))
  const found = await findOrCreateTickets(
    ctx,
    accepted.map(({ connection_id, payload }) => ({
      connectionId: connection_id,
      from: payload.from,
      aliases: payload.aliases ?? [],
      name: payload.name,
      email: payload.email ?? '',
      isGroup: payload.isGroup ?? false,
    })),
  )
  const { entries, destinations, later } = await untilEnded(ctx, accepted, found)
  const files = await keepFiles(ctx, entries)
  const inserted = await insertMessages(ctx, entries, destinations, files)
  for (const message of inserted) ctx.emit('message.created', { messageId: message.id, ticketId: message.ticketId })
  await markSeenOnPhone(ctx, inserted)
  await recordRecovered(ctx, inserted)
  await applyParked(ctx, entries)
  return { messages: inserted, later }
}

/** What the same customer has written after something that may close the ticket may belong to the next ticket. */
async function untilEnded(ctx: Ctx, accepted: Entry[], found: Destination[]) {
  const begun = new Set<number>()
  const ended = new Set<number>()
  const isLater: boolean[] = []
  for (const [nth, { ticketId, status }] of found.entries()) {
    const entry = accepted[nth]
    if (!entry) continue
    const isEnded = ended.has(ticketId) || (begun.has(ticketId) && (await isClosedAtOnce(ctx, entry, status)))
    isLater.push(isEnded)
    if (isHeard(entry)) begun.add(ticketId)
    if (isEnded || (await mayClose(ctx, entry, status))) ended.add(ticketId)
  }
  return {
    entries: accepted.filter((_, nth) => !isLater[nth]),
    destinations: found.filter((_, nth) => !isLater[nth]),
    later: accepted.filter((_, nth) => isLater[nth]),
  }
}

/** The bot may answer it (`may-answer.ts`). */
const isHeard = ({ payload }: Entry): boolean => !payload.isEcho && !payload.missed && !payload.isForAnother

/** A rating, or a choice from a menu. */
async function mayClose(ctx: Ctx, { payload, connection_id }: Entry, status: TicketStatus): Promise<boolean> {
  if (status === 'nps' || status === 'open') return status === 'nps'
  const said = saidIn(payload)
  return mayEndTicket(said) || endsByName(ctx, connection_id, said)
}

const isClosedAtOnce = async (ctx: Ctx, { connection_id }: Entry, status: TicketStatus): Promise<boolean> =>
  status === 'pending' && (await onlyInforms(ctx, connection_id))

/** A connection that does not accept groups (`allowGroup`) ignores their messages. */
async function withoutClosedGroups(ctx: Ctx, entries: Entry[]) {
  if (!entries.some(({ payload }) => payload.isGroup)) return entries
  const { rows } = await sql<{ id: number }>`
    select id from connections
    where company_id = ${ctx.companyId} and id = any (${entries.map(({ connection_id }) => connection_id)}::bigint[]) and not allows_groups`.execute(
    ctx.db,
  )
  const closed = new Set(rows.map(({ id }) => id))
  return entries.filter(({ connection_id, payload }) => !payload.isGroup || !closed.has(connection_id))
}

/** Messages of blocked contacts are not stored. What we write to them on the phone itself is. */
async function withoutBlocked(ctx: Ctx, entries: Entry[]) {
  const names = entries.flatMap(({ payload }, nth) =>
    payload.isEcho ? [] : [payload.from, ...(payload.aliases ?? [])].map(({ kind, value }) => ({ nth, kind, value })),
  )
  const { rows } = await sql<{ nth: number; contact_id: number; is_active: boolean }>`
    with incoming as (
      ${recordset(names, sql`nth int, kind text, value text`)}),
    keyed as materialized (select nth, kind, identity_key(kind, value) as key from incoming)
    select distinct x.nth, c.id as contact_id, c.is_active from keyed x
    join contact_identities i on i.company_id = ${ctx.companyId} and i.kind = x.kind and i.scope = '' and i.key = x.key
    -- The limit keeps the planner from merging: the newest contact is the last one, so that it would walk through all of them.
    cross join lateral (
      select c.id, c.is_active from contacts c
      where c.company_id = ${ctx.companyId} and c.id = i.contact_id and (not c.is_active or (c.is_nameless and not c.is_group)) limit 1) c`.execute(
    ctx.db,
  )
  if (rows.length === 0) return entries
  const blocked = new Set(rows.filter((row) => !row.is_active).map(({ nth }) => nth))
  await nameContacts(
    ctx,
    rows.flatMap(({ nth, contact_id }) => ({ contactId: contact_id, name: entries[nth]?.payload.name ?? '' })),
  )
  return entries.filter((_, nth) => !blocked.has(nth))
}

async function nameContacts(ctx: Ctx, names: { contactId: number; name: string }[]): Promise<void> {
  for (const { contactId, name } of names.filter((one) => cleanName(one.name) !== '')) {
    if (await nameContact(ctx, contactId, cleanName(name))) ctx.emit('contact.saved', { contactId })
  }
}

/** Files that are stored already have an id; others get a row and a job that fetches them. */
async function keepFiles(ctx: Ctx, entries: Entry[]): Promise<(number | null)[]> {
  const files: (number | null)[] = []
  for (const { payload, connection_id } of entries) {
    if (!payload.media) files.push(null)
    else if ('fileId' in payload.media) files.push(payload.media.fileId)
    else files.push(await awaited(ctx, connection_id, payload.externalId, payload.media))
  }
  return files
}

async function awaited(
  ctx: Ctx,
  connectionId: number,
  externalId: string,
  media: Exclude<InboundMedia, { fileId: number }>,
): Promise<number> {
  // It may be told after the number was moved.
  const channel = wayOfId(externalId) ?? (await channelOf(ctx, connectionId))
  const { source, mime, name, bytes, details } = media
  const { fileId } = await awaitFile(ctx, { channel, reference: source, mime, name, bytes, details })
  return fileId
}

/** Inserts new messages, and updates tickets and conversations for these only. */
async function insertMessages(
  ctx: Ctx,
  entries: Entry[],
  destinations: Destination[],
  files: (number | null)[],
): Promise<ReceivedMessage[]> {
  const hasEchoes = entries.some(({ payload }) => payload.isEcho)
  const callText = entries.some(({ payload }) => payload.call) ? await callTextOf(ctx) : undefined
  const rows = entries.map(({ payload, received_at, connection_id }, index) => ({
    ord: index,
    connection_id,
    conversation_id: destinations[index]?.conversationId,
    ticket_id: destinations[index]?.ticketId,
    sent_at: sentAt(payload, received_at),
    external_id: payload.externalId,
    quoted: payload.quotedExternalId ?? null,
    file_id: files[index],
    media_type: payload.mediaType,
    body: payload.call && callText ? callText(payload.call, sentAt(payload, received_at)) : payload.body,
    is_echo: payload.isEcho ?? false,
    is_forwarded: payload.isForwarded ?? false,
    raw: rawOf(payload),
  }))
  const { rows: inserted } = await sql<{
    id: number
    ticket_id: number
    connection_id: number
    external_id: string
    from_me: boolean
    media_type: string
    body: string
    file_id: number | null
    sent_at: Date
    wait_ids: number[]
  }>`
    with incoming as (
      ${recordset(
        rows,
        sql`ord int, connection_id bigint, conversation_id bigint, ticket_id bigint, sent_at timestamptz, external_id text, quoted text, file_id bigint,
            media_type text, body text, is_echo boolean, is_forwarded boolean, raw jsonb`,
      )}),
    added as (
      insert into messages (company_id, conversation_id, ticket_id, connection_id, sent_at, external_id, quoted_external_id, file_id, media_type, body, is_forwarded, raw, from_me, ack, origin)
      select ${ctx.companyId}, conversation_id, ticket_id, connection_id, sent_at, external_id, quoted, file_id, media_type, body, is_forwarded, nullif(raw, 'null'), is_echo, case when is_echo then 1 else 2 end,
             case when is_echo then 'phone' else 'channel' end
      from incoming order by ord
      on conflict (company_id, connection_id, external_id) do nothing
      returning id, conversation_id, ticket_id, connection_id, external_id, sent_at, body, media_type, file_id, from_me),
    ${hasEchoes ? answersOnPhone(ctx) : sql``}
    touched as (
      select distinct on (ticket_id) ticket_id, conversation_id, id, sent_at, body, media_type, file_id, from_me,
             count(*) filter (where not from_me) over per_ticket as arrived,
             bool_or(from_me) over per_ticket as is_answered,
             min(sent_at) filter (where not from_me) over per_ticket as first_at,
             max(sent_at) filter (where not from_me) over per_ticket as last_inbound_at
      from added window per_ticket as (partition by ticket_id) order by ticket_id, sent_at desc, id desc),
    -- Missed messages may be older than the last message of the ticket. Times of the network are in whole seconds.
    shown as (
      select x.*, t.last_message_id is not null and x.sent_at < t.last_message_at - interval '2 seconds' as is_older,
             ${previewOf(ctx, { body: sql`x.body`, mediaType: sql`x.media_type`, fileId: sql`x.file_id` })} as preview
      from touched x join tickets t on t.company_id = ${ctx.companyId} and t.id = x.ticket_id),
    tickets_moved as (
      update tickets t set unread_count = t.unread_count + x.arrived,
        last_message = case when x.is_older then t.last_message else x.preview end, last_message_id = case when x.is_older then t.last_message_id else x.id end,
        last_from_me = case when x.is_older then t.last_from_me else x.from_me end, last_message_at = greatest(t.last_message_at, x.sent_at),
        -- An answer on the phone counts as an answer: the customer does not wait, and the bot leaves them to that person.
        bot = case when x.is_answered then t.bot || '{"isBot": false, "place": "done", "useIntegration": false}' else t.bot end,
        waiting_since = ${hasEchoes ? waitsAfterPhone : sql`least(t.waiting_since, x.first_at)`}, updated_at = now()
      from shown x where t.company_id = ${ctx.companyId} and t.id = x.ticket_id),
    conversations_moved as (
      update conversations v set last_inbound_at = greatest(v.last_inbound_at, x.last_inbound_at)
      from touched x where v.company_id = ${ctx.companyId} and v.id = x.conversation_id),
    waited as (${hasEchoes ? waitsUntilPhone(ctx) : noWaits})
    select a.id, a.ticket_id, a.connection_id, a.external_id, a.from_me, a.media_type, a.body, a.file_id, a.sent_at,
           (select coalesce(json_agg(w.id), '[]') from waited w where w.ticket_id = a.ticket_id) as wait_ids
    from added a
    where a.ticket_id is not null order by a.id`.execute(ctx.db)
  const waitIds = [...new Set(inserted.flatMap(({ wait_ids }) => wait_ids))]
  await keepServiceTime(ctx, waitIds)
  await markWaits(ctx, waitIds)
  const first = new Set(
    destinations.filter((destination) => destination.isNew).map((destination) => destination.ticketId),
  )
  const tickets = new Map(destinations.map((destination) => [destination.ticketId, destination]))
  const payloads = new Map(
    entries.map(({ connection_id, payload }) => [nameOf(connection_id, payload.externalId), payload]),
  )
  const payloadOf = (message: (typeof inserted)[number]) =>
    payloads.get(nameOf(message.connection_id, message.external_id))
  return inserted.map((message) => ({
    id: message.id,
    ticketId: message.ticket_id,
    externalId: message.external_id,
    isFirst: first.delete(message.ticket_id),
    status: tickets.get(message.ticket_id)?.status ?? 'pending',
    hasQueue: tickets.get(message.ticket_id)?.hasQueue ?? false,
    hasService: tickets.get(message.ticket_id)?.hasService ?? false,
    text: message.body,
    choiceId: payloadOf(message)?.choiceId,
    mediaType: message.media_type,
    hasFile: message.file_id !== null,
    sentAt: message.sent_at,
    isEcho: message.from_me,
    isCall: message.media_type === 'call_log',
    connectionId: message.connection_id,
    missed: payloadOf(message)?.missed,
    isForAnother: payloadOf(message)?.isForAnother ?? false,
  }))
}

const saidIn = ({ body, choiceId, mediaType, media }: InboundMessage): Said => ({
  text: body,
  choiceId,
  mediaType,
  hasFile: media !== undefined,
})

const nameOf = (connectionId: number, externalId: string) => `${connectionId}:${externalId}`

/**
 * Networks report whole seconds of their own clock. With the start of the second a message would come before an answer
 * that was given in that second; with a time in the future it would come after everything written until then. So its
 * time is the end of its second, or its arrival, if that is earlier. Late messages follow the same rule, so that
 * messages of one second keep their order on a busy server.
 */
function sentAt({ sentAt: reported, missed }: InboundMessage, receivedAt: Date): string {
  if (reported === undefined) return receivedAt.toISOString()
  const end = Date.parse(reported) + 999
  // Let the database refuse an invalid time, and report it.
  if (Number.isNaN(end)) return reported
  // Missed messages come after those of the same second that arrived in time.
  return new Date(missed ? end : Math.min(end, receivedAt.getTime())).toISOString()
}

/** Data that does not fit into the body. */
function rawOf({ author, call, choiceId, referral, writtenIn }: InboundMessage) {
  if (!author && !call && !referral && !writtenIn && choiceId === undefined) return null
  return {
    ...(author && { author }),
    ...(call && { call }),
    ...(referral && { referral }),
    ...(writtenIn && { writtenIn }),
    ...(choiceId !== undefined && { choiceId }),
  }
}
