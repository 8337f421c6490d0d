import type { Identity } from '@guiche/channel'
import type { Referral } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { channelsThat } from '#channels/facts'

const windowed = channelsThat(({ answerWindow }) => answerWindow !== 'always')

interface Opening {
  from: Identity
  /** ISO time by the clock of the network. */
  at: string
  /** How the customer has come. */
  referral?: Referral
}

/**
 * The customer has done something that lets them be answered for some time, without a word: a reaction, or a click that leads
 * here. It changes only a conversation that there is, on a channel that has such a time.
 */
export async function openWindow(ctx: Ctx, connectionId: number, { from, at, referral }: Opening): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    with opened as (
      update conversations v set last_inbound_at = greatest(v.last_inbound_at, least(${at}::timestamptz, clock_timestamp())),
        referral = coalesce(${referral ? JSON.stringify(referral) : null}::jsonb, v.referral)
      from connections n, contact_identities i
      -- The limit keeps the planner from merging: the newest contact is the last one, so that it would walk through all of them.
      cross join lateral (
        select c.id from conversations c
        where c.company_id = i.company_id and c.contact_id = i.contact_id and c.connection_id = ${connectionId} limit 1) c
      where v.company_id = ${ctx.companyId} and v.id = c.id
        and n.company_id = v.company_id and n.id = v.connection_id and n.channel = any (${windowed}::text[])
        and i.company_id = v.company_id and i.scope = '' and i.kind = ${from.kind}
        and i.key = identity_key(${from.kind}, ${from.value})
        and (v.last_inbound_at >= ${at}::timestamptz) is not true
      returning v.company_id, v.id)
    select t.id from opened join tickets t on t.company_id = opened.company_id and t.conversation_id = opened.id
    where t.status <> 'closed'`.execute(ctx.db)
  for (const { id } of rows) ctx.emit('ticket.changed', { ticketId: id })
}

/** How the customer has come who writes now, if a click within the last day has said it. It goes to one message alone. */
export async function takeReferral(ctx: Ctx, connectionId: number, from: Identity): Promise<Referral | undefined> {
  const { rows } = await sql<{ referral: Referral | null; is_new: boolean }>`
    with found as (
      select c.id, c.referral, c.last_inbound_at > now() - interval '1 day' as is_new
      from contact_identities i
      -- The limit keeps the planner from merging: the newest contact is the last one, so that it would walk through all of them.
      cross join lateral (
        select c.id, c.referral, c.last_inbound_at from conversations c
        where c.company_id = i.company_id and c.contact_id = i.contact_id and c.connection_id = ${connectionId} and c.referral is not null
        limit 1) c
      where i.company_id = ${ctx.companyId} and i.kind = ${from.kind} and i.scope = '' and i.key = identity_key(${from.kind}, ${from.value}))
    update conversations v set referral = null from found f
    where v.company_id = ${ctx.companyId} and v.id = f.id
    returning f.referral, coalesce(f.is_new, false) as is_new`.execute(ctx.db)
  const [row] = rows
  return row?.is_new ? (row.referral ?? undefined) : undefined
}
