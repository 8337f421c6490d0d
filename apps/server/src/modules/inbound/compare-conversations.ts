import type { PastChange, PastMessage } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import { metrics } from '#platform/process/metrics'
import { findLinkedSince } from '#modules/connections'
import { isOfOtherWay } from '#modules/delivery'
import { setAskedBefore, setComparedTo } from '#modules/conversations'
import { storeChanges } from './store-changes.ts'
import { storeInbound } from './store-inbound.ts'

export interface ConversationToCompare {
  conversationId: number
  address: string
  /** The newest message that the phone certainly has. */
  externalId: string
  fromMe: boolean
  sentAt: string
}

/** Conversations with messages since their last comparison, those with the latest message first. */
export async function findConversationsToCompare(
  ctx: Ctx,
  connectionId: number,
  most: number,
): Promise<ConversationToCompare[]> {
  const { rows } = await sql<{
    id: number
    address: string
    external_id: string
    from_me: boolean
    sent_at: Date
  }>`
    select v.id, v.address, m.external_id, m.from_me, m.sent_at
    from conversations v
    join contacts c on c.company_id = v.company_id and c.id = v.contact_id and not c.is_group and c.is_active
    join connections n on n.company_id = v.company_id and n.id = v.connection_id
    cross join lateral (
      select o.external_id, o.from_me, o.sent_at from messages o
      where o.company_id = v.company_id and o.conversation_id = v.id and not o.is_private and (not o.from_me or o.ack > 0)
        and not ${isOfOtherWay(sql`o`, sql`n`)}
      order by o.sent_at desc, o.id desc limit 1) m
    where v.company_id = ${ctx.companyId} and v.connection_id = ${connectionId} and v.address <> ''
      and v.last_inbound_at > greatest(v.compared_to, v.asked_before)
    order by v.last_inbound_at desc limit ${sql.lit(most)}`.execute(ctx.db)
  return rows.map(({ id, address, external_id, from_me, sent_at }) => ({
    conversationId: id,
    address,
    externalId: external_id,
    fromMe: from_me,
    sentAt: sent_at.toISOString(),
  }))
}

/** Remembers the request, because a phone that is off answers later and need not be asked again. */
export async function markAsked(ctx: Ctx, { conversationId, sentAt }: ConversationToCompare): Promise<void> {
  await setAskedBefore(ctx, conversationId, sentAt)
}

/**
 * Compares the phone's messages of a conversation with those stored here (reliability R37): missing messages are stored
 * as missed, acks advance, and changes are applied. Leaves out messages older than the last comparison, because they
 * were stored then or have been deleted on purpose.
 */
export async function compareWithPhone(
  ctx: Ctx,
  connectionId: number,
  { messages, changes }: { messages: PastMessage[]; changes: PastChange[] },
  at: Date,
): Promise<void> {
  const differences = await findDifferences(ctx, connectionId, messages)
  const time = at.toISOString()
  for (const { ack: _, ...message } of differences.missing) {
    const { isNew } = await storeInbound(ctx, connectionId, {
      ...message,
      missed: { since: time, until: time, isGap: true },
    })
    if (isNew) ctx.afterCommit(() => metrics.repaired.inc({ kind: 'message' }))
  }
  for (const { externalId, ack, from } of differences.behind) {
    await storeInbound(ctx, connectionId, { kind: 'ack', externalId, ack, from })
    ctx.afterCommit(() => metrics.repaired.inc({ kind: 'ack' }))
  }
  const added = differences.missing.map(({ externalId }) => externalId)
  const changed = await storeChanges(ctx, connectionId, changes, added)
  if (changed.length > 0) ctx.afterCommit(() => metrics.repaired.inc({ kind: 'change' }, changed.length))
}

async function findDifferences(ctx: Ctx, connectionId: number, reported: PastMessage[]) {
  const ordered = reported.toSorted((one, other) => one.sentAt.localeCompare(other.sentAt))
  const rows = ordered.map(({ from, externalId, sentAt, ack }, ord) => ({
    ord,
    kind: from.kind,
    value: from.value,
    external_id: externalId,
    sent_at: sentAt,
    ack,
  }))
  const since = await findLinkedSince(ctx, connectionId)
  const { rows: ours } = await sql<{ ord: number; conversation_id: number; is_here: boolean; is_different: boolean }>`
    with reported as (
      select x.*, identity_key(x.kind, x.value) as key
      from (${recordset(rows, sql`ord int, kind text, value text, external_id text, sent_at timestamptz, ack int`)}) as x),
    ours as (
      select t.*, v.id as conversation_id, v.compared_to from reported t
      join contact_identities i on i.company_id = ${ctx.companyId} and i.kind = t.kind and i.scope = '' and i.key = t.key
      join conversations v on v.company_id = i.company_id and v.contact_id = i.contact_id and v.connection_id = ${connectionId})
    select o.ord, o.conversation_id, m.id is not null as is_here,
      o.sent_at >= greatest(o.compared_to, ${since}::timestamptz) and (m.id is null or (m.from_me and m.ack between 1 and o.ack - 1)) as is_different
    from ours o
    left join messages m on m.company_id = ${ctx.companyId} and m.connection_id = ${connectionId} and m.external_id = o.external_id
    order by o.ord`.execute(ctx.db)
  // The messages are ordered by time, so the map keeps the last one of each conversation.
  const last = new Map(ours.map(({ ord, conversation_id }) => [conversation_id, ordered[ord]?.sentAt ?? '']))
  await setComparedTo(
    ctx,
    [...last].map(([conversationId, at]) => ({ conversationId, at })),
  )
  const pick = (isHere: boolean) =>
    ours.filter((one) => one.is_different && one.is_here === isHere).flatMap(({ ord }) => ordered[ord] ?? [])
  return { missing: pick(false), behind: pick(true) }
}
