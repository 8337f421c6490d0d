import { hiddenBody } from '@guiche/contract'
import type { Identity, Inbound } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import { keepDeletion, keepEdit, react } from '#modules/messages'
import { openWindow } from '#modules/conversations'
import { tellCampaigns } from '#modules/delivery'
import { changePreview } from '#modules/tickets'
import { endCall } from './calls.ts'
import type { InboundEvent } from './received-message.ts'
import { keepReached } from './tables/reached.repository.ts'

type Ack = Extract<Inbound, { kind: 'ack' }>
type Change = Exclude<InboundEvent, Ack>

/**
 * Applies acks, edits, deletions, reactions and ends of calls to stored messages. An event that comes before its
 * message is parked, and applied by the unit of work that stores the message (R8, R9).
 */
export async function applyEvents(ctx: Ctx, connectionId: number, events: InboundEvent[]): Promise<void> {
  await applyAcks(
    ctx,
    events.flatMap((event) => (event.kind === 'ack' ? { ...event, connectionId } : [])),
  )
  for (const event of events) if (event.kind !== 'ack') await applyChange(ctx, connectionId, event)
}

/**
 * Acks only increase, in whatever order they arrive (promise 4). Those of all connections are applied together: their messages
 * are locked in the order of ids, like everywhere, and the outcomes of their sends are stored at the same time.
 */
export async function applyAcks(ctx: Ctx, acks: readonly (Ack & { connectionId: number })[]): Promise<void> {
  if (acks.length === 0) return
  const rows = acks.map(({ connectionId, externalId, ack, upTo, from }) => ({
    connection_id: connectionId,
    external_id: externalId,
    ack,
    up_to: upTo ?? false,
    kind: from?.kind ?? null,
    value: from?.value ?? null,
  }))
  const { rows: moved } = await sql<{
    id: number
    ticket_id: number | null
    is_campaign: boolean
    had_failed: boolean
  }>`
    with incoming as materialized (
      ${recordset(rows, sql`connection_id bigint, external_id text, ack smallint, up_to boolean, kind text, value text`)}),
    -- One by one, because a join reads every message of the connections.
    wanted as materialized (
      select x.*, one.id from incoming x left join lateral (
        select m.id from messages m
        where m.company_id = ${ctx.companyId} and m.connection_id = x.connection_id and m.external_id = x.external_id offset 0) as one on true),
    -- Locked in the order of ids, like everywhere.
    known as materialized (
      select m.id, m.from_me, m.conversation_id, m.sent_at, m.failure is not null as had_failed from messages m
      where m.company_id = ${ctx.companyId} and m.id = any (array(select id from wanted))
      order by m.id for no key update),
    target as (
      select x.ack, x.up_to, m.id, m.conversation_id, m.sent_at, m.had_failed
      from wanted x join known m on m.id = x.id and m.from_me
      where x.kind is null or exists (
        select from conversations v join contact_identities i on i.company_id = v.company_id and i.contact_id = v.contact_id
        where v.company_id = ${ctx.companyId} and v.id = m.conversation_id and i.kind = x.kind and i.key = identity_key(x.kind, x.value))),
    reached as (
      select id, max(ack) as ack, coalesce(bool_or(had_failed), false) as had_failed from (
        select id, ack, had_failed from target ${acks.some(({ upTo }) => upTo) ? andEarlier(ctx) : sql``}) all_reached
      group by id),
    parked as (
      insert into parked_events (company_id, connection_id, target_external_id, kind, payload)
      select ${ctx.companyId}, x.connection_id, x.external_id, 'ack', jsonb_build_object('ack', x.ack, 'upTo', x.up_to)
      from wanted x where x.id is null)
    update messages m set ack = r.ack, failure = null from reached r
    where m.company_id = ${ctx.companyId} and m.id = r.id and m.ack < r.ack and not m.is_private
    returning m.id, m.ticket_id, m.origin = 'campaign' as is_campaign, r.had_failed`.execute(ctx.db)
  tellCampaigns(ctx, moved)
  for (const { id, ticket_id: ticketId, had_failed } of moved) {
    if (ticketId === null) continue
    ctx.emit('message.updated', { messageId: id, ticketId })
    // It has arrived after all.
    if (had_failed) ctx.emit('ticket.changed', { ticketId })
  }
}

/** A message whose answer is still to come, or is lost, gets it once its echo says when the network took it. */
export async function applyReached(
  ctx: Ctx,
  connectionId: number,
  event: Extract<Inbound, { kind: 'reached' }>,
): Promise<void> {
  const externalId = await keepReached(ctx, connectionId, event)
  const { ack, from } = event
  if (externalId !== undefined) await applyAcks(ctx, [{ kind: 'ack', connectionId, externalId, ack, upTo: true, from }])
}

/** Joins all messages of the conversations, so it is asked only for acks that say something of them. */
const andEarlier = ({ companyId }: Ctx) => sql`
  union all
  select m.id, t.ack, false from target t
  join messages m on m.company_id = ${companyId} and m.conversation_id = t.conversation_id and (m.sent_at, m.id) <= (t.sent_at, t.id)
  where t.up_to and m.from_me and not m.is_private and m.ack > 0 and m.ack < t.ack and m.sent_at > t.sent_at - interval '90 days'`

interface Target {
  id: number
  /** Null: a campaign's message that nobody has answered. */
  ticket_id: number | null
  body: string
  /** Whether the author of the event wrote the message. */
  is_own: boolean
  /**
   * Whether the author of the event is an admin of the group, who may delete messages of others. On the phone itself,
   * WhatsApp checks that.
   */
  is_admins: boolean
}

async function applyChange(ctx: Ctx, connectionId: number, event: Change): Promise<void> {
  const { from, isEcho, doneAt: at } = event
  // Conversations are locked before tickets, like everywhere.
  if (event.kind === 'reaction' && event.emoji !== '' && !isEcho && at !== undefined)
    await openWindow(ctx, connectionId, { from, at })
  const target = await findTarget(ctx, connectionId, event)
  if (!target) return park(ctx, connectionId, event)
  const isChanged = await change(ctx, target, event)
  if (isChanged && target.ticket_id !== null)
    ctx.emit('message.updated', { messageId: target.id, ticketId: target.ticket_id })
}

/**
 * Finds the message in the chat that the event comes from. Locks the ticket, if it has one, before the message, in the
 * same order as replies do.
 */
async function findTarget(
  ctx: Ctx,
  connectionId: number,
  { externalId, from, aliases = [], author, isEcho = false }: Change,
): Promise<Target | undefined> {
  const chat = [from, ...aliases]
  const writer = author ? [author.identity, ...(author.aliases ?? [])] : []
  const { rows } = await sql<Target>`
    with chat as materialized (
      select kind, identity_key(kind, value) as key from (${recordset(chat, sql`kind text, value text`)}) as x),
    writer as materialized (
      select kind, identity_key(kind, value) as key from (${recordset(writer, sql`kind text, value text`)}) as x)
    select m.id, t.id as ticket_id, m.body,
      case when ${isEcho} or m.from_me then ${isEcho} and m.from_me
           when t.is_group then exists (
             select from jsonb_to_recordset(
               jsonb_build_array(coalesce(m.raw->'author'->'identity', '{}')) || coalesce(m.raw->'author'->'aliases', '[]')) as w (kind text, value text)
             join writer d on d.kind = w.kind and d.key = identity_key(w.kind, w.value))
           else true end as is_own,
      coalesce(t.is_group, false) and (${isEcho} or exists (
        select from jsonb_to_recordset(coalesce(c.group_admins, '[]')) as g (kind text, value text)
        join writer d on d.kind = g.kind and d.key = identity_key(g.kind, g.value))) as is_admins
    from messages m
    left join lateral (
      select o.id, o.is_group from tickets o where o.company_id = m.company_id and o.id = m.ticket_id for no key update) t on true
    join conversations v on v.company_id = m.company_id and v.id = m.conversation_id
    join contacts c on c.company_id = v.company_id and c.id = v.contact_id
    where m.company_id = ${ctx.companyId} and m.connection_id = ${connectionId} and m.external_id = ${externalId} and not m.is_private
      and exists (select from contact_identities i join chat on chat.kind = i.kind and chat.key = i.key
                  where i.company_id = v.company_id and i.contact_id = v.contact_id and i.scope = '')
    for no key update of m`.execute(ctx.db)
  return rows[0]
}

/**
 * True if something has changed. Everybody may react to any message, but change only their own; admins of a group may
 * delete all.
 */
async function change(ctx: Ctx, target: Target, event: Change): Promise<boolean> {
  const { id, ticket_id } = target
  if (event.kind === 'call') return ticket_id !== null && endCall(ctx, { id, ticket_id }, event)
  if (event.kind === 'reaction') {
    const [sender, ...others] = reactorsOf(event)
    return react(ctx, target.id, { sender, others }, event)
  }
  if (!target.is_own && !(event.kind === 'delete' && target.is_admins)) return false
  const isChanged = await (event.kind === 'edit' ? keepEdit(ctx, target, event) : keepDeletion(ctx, target))
  const preview = event.kind === 'edit' ? event.body : hiddenBody
  if (isChanged && ticket_id !== null && (await changePreview(ctx, { id, ticket_id }, preview)))
    ctx.emit('ticket.changed', { ticketId: ticket_id })
  return isChanged
}

/** All keys under which a reaction of this person may be stored, first the one that is used for new ones. */
export function reactorsOf({ from, aliases = [], author, isEcho }: Change): [string, ...string[]] {
  if (isEcho) return ['me']
  const [first, ...others] = author ? [author.identity, ...(author.aliases ?? [])] : [from, ...aliases]
  return [nameOf(first), ...others.map(nameOf)]
}

const nameOf = ({ kind, value }: Identity) => `${kind}:${value}`

/** Parks an event until its message comes; events of groups only if the connection accepts groups. */
async function park(ctx: Ctx, connectionId: number, event: Change): Promise<void> {
  await sql`
    insert into parked_events (company_id, connection_id, target_external_id, kind, payload)
    select ${ctx.companyId}, id, ${event.externalId}, ${event.kind}, ${JSON.stringify(event)}::jsonb from connections
    where company_id = ${ctx.companyId} and id = ${connectionId} and (allows_groups or ${event.from.kind !== 'group'})`.execute(
    ctx.db,
  )
}
