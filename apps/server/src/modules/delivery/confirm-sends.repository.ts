import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { Deps } from '#platform/deps'
import { addToOutbox } from './add-to-outbox.ts'
import { tellCampaigns } from './tell-campaigns.ts'

declare module '#platform/work/jobs' {
  interface Jobs {
    'delivery.confirm': { companyId: number; messageId: number }
  }
}

interface Confirmed {
  id: number
  /** Null: a campaign's message that nobody has answered. */
  ticket_id: number | null
  is_campaign: boolean
}

/**
 * The network has said nothing of a part that it may have got (R6): `part`, or the first one that it has not named. The message
 * waits for a word of the network, which may have come already, and is marked as not confirmed if none comes.
 */
export async function awaitConfirmation(
  ctx: Ctx,
  { messageId, part }: { messageId: number; part: number | undefined },
  ms: number,
): Promise<void> {
  const { rows } = await sql<{ part: number; is_known: boolean }>`
    with known as (
      select part, bool_or(is_last) as is_last from message_parts
      where company_id = ${ctx.companyId} and message_id = ${messageId} and not is_lost
      group by part),
    kept as (
      insert into unconfirmed_parts (company_id, message_id, part)
      select ${ctx.companyId}, ${messageId}, coalesce(${part ?? null}::smallint, (select count(*) from known)::smallint)
      on conflict (company_id, message_id) do update set part = excluded.part, created_at = now()
      returning part)
    -- A process may have been killed right after it stored that the network has the last part.
    select part, coalesce(part in (select part from known) or part > (select part from known where is_last), false) as is_known from kept`.execute(
    ctx.db,
  )
  const [waiting] = rows
  if (waiting?.is_known) return confirmPart(ctx, messageId, waiting.part)
  await ctx.enqueue('delivery.confirm', { messageId }, { startAfter: ms / 1000 })
}

export function defineConfirmation({ units, jobs }: Pick<Deps, 'units' | 'jobs'>): void {
  jobs.define(
    'delivery.confirm',
    { retryLimit: 12, retryDelay: 1, retryDelayMax: 300, expireInSeconds: 60 },
    ({ companyId, messageId }) =>
      units.run({ kind: 'system', companyId }, async (ctx) => {
        const { rows } = await sql<Confirmed>`
          with waiting as (
            delete from unconfirmed_parts where company_id = ${ctx.companyId} and message_id = ${messageId} returning message_id)
          update messages m set failure = 'ERR_NOT_CONFIRMED' from waiting w
          where m.company_id = ${ctx.companyId} and m.id = w.message_id and m.ack = 0 and m.failure is null and m.deleted_at is null
            and not exists (select from outbox o where o.company_id = m.company_id and o.message_id = m.id and o.action = 'send')
          returning m.id, m.ticket_id, m.origin = 'campaign' as is_campaign`.execute(ctx.db)
        tell(ctx, rows)
      }),
  )
}

/**
 * The network has named a part of the message. If that was the last one to come, the message was sent. If it was the one that
 * nobody knew of, the others are sent now: they were not begun.
 */
export async function confirmPart(ctx: Ctx, messageId: number, part: number): Promise<void> {
  const { rows } = await sql<{ was_unconfirmed: boolean; is_whole: boolean }>`
    with named as (
      delete from unconfirmed_parts where company_id = ${ctx.companyId} and message_id = ${messageId} and part = ${part} returning part)
    select exists (select from named) as was_unconfirmed, coalesce(count(distinct part) = max(part) filter (where is_last) + 1, false) as is_whole
    from message_parts where company_id = ${ctx.companyId} and message_id = ${messageId} and not is_lost`.execute(
    ctx.db,
  )
  const [found] = rows
  if (found?.is_whole) await confirmSent(ctx, messageId)
  else if (found?.was_unconfirmed) await sendRest(ctx, messageId)
}

/**
 * The network has said by itself that it has the message. A try of it that has not begun is not needed any more; one that is in
 * flight settles it.
 */
async function confirmSent(ctx: Ctx, messageId: number): Promise<void> {
  const { rows } = await sql<Confirmed>`
    with waiting as (
      select o.id from outbox o
      where o.company_id = ${ctx.companyId} and o.message_id = ${messageId} and o.action = 'send'
      for update),
    gone as (
      delete from outbox o using waiting w
      where o.company_id = ${ctx.companyId} and o.id = w.id and (o.taken_until is null or o.taken_until <= clock_timestamp())
      returning o.id)
    update messages m set ack = greatest(m.ack, 1), failure = null
    where m.company_id = ${ctx.companyId} and m.id = ${messageId} and (m.ack = 0 or m.failure is not null)
      and (select count(*) from waiting) = (select count(*) from gone)
    returning m.id, m.ticket_id, m.origin = 'campaign' as is_campaign`.execute(ctx.db)
  tell(ctx, rows)
}

/** The parts that were not begun, because nobody knew of one before them. */
async function sendRest(ctx: Ctx, messageId: number): Promise<void> {
  const { rows } = await sql<{ id: number; conversation_id: number; connection_id: number }>`
    select m.id, m.conversation_id, m.connection_id from messages m
    where m.company_id = ${ctx.companyId} and m.id = ${messageId} and m.ack = 0 and m.deleted_at is null and m.failure is null
      and not exists (select from outbox o where o.company_id = m.company_id and o.message_id = m.id and o.action = 'send')
    for no key update`.execute(ctx.db)
  for (const { id, conversation_id: conversationId, connection_id: connectionId } of rows)
    await addToOutbox(ctx, { connectionId, conversationId, messageId: id, action: 'send' }).execute(ctx.db)
}

function tell(ctx: Ctx, changed: readonly Confirmed[]): void {
  tellCampaigns(ctx, changed)
  for (const { id, ticket_id: ticketId } of changed) {
    if (ticketId === null) continue
    ctx.emit('message.updated', { messageId: id, ticketId })
    ctx.emit('ticket.changed', { ticketId })
  }
}
