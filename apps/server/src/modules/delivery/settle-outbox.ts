import { type SendResult, pauseAfter } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import { storableText } from '#platform/text'
import type { OutboxEntry } from './outbox.repository.ts'
import { type RetryPauses, mostRefusals } from './retry-pauses.ts'

/**
 * `attempts` is the number of the try: only the try that has claimed the entry may finish it (R27). `dropped`: the
 * entry is not wanted any more and was not sent.
 */
export type Outcome = Pick<OutboxEntry, 'id' | 'attempts' | 'failures' | 'connection_id'> &
  (SendResult | { status: 'dropped' })

interface Settled {
  id: number
  /** Null: a campaign's message that nobody has answered. */
  ticket_id: number | null
  action: 'send' | 'edit' | 'delete' | 'react'
  status: Outcome['status']
  reason: string | null
  /** Of `uncertain`: which part of the message it is; null: nobody knows. */
  part: number | null
  is_campaign: boolean
}

/**
 * Stores the outcomes of tries. Only a failed `send` marks its message as failed, because other actions concern
 * messages that have been sent.
 */
export async function settleOutbox(ctx: Ctx, outcomes: Outcome[], pauses: RetryPauses): Promise<Settled[]> {
  const rows = outcomes.map((outcome) => ({
    id: outcome.id,
    attempts: outcome.attempts,
    status: outcome.status,
    reason: 'reason' in outcome ? outcome.reason : null,
    refusal: refusalOf(outcome),
    part: outcome.status === 'uncertain' ? (outcome.part ?? null) : null,
    scope: outcome.status === 'held' ? (outcome.limit?.scope ?? null) : null,
    most: mostRefusals(outcome),
    encodes: outcome.status === 'retry' && outcome.encodes === true,
    may_have_left: outcome.status === 'held' && outcome.mayHaveLeft === true,
    pause: pauseOf(outcome, pauses) / 1000,
  }))
  const { rows: settled } = await sql<Settled>`
    with outcome as (
      ${recordset(rows, sql`id bigint, attempts smallint, status text, reason text, refusal jsonb, part smallint, scope text, most int, encodes boolean, may_have_left boolean, pause float8`)}),
    done as (
      delete from outbox o using outcome x
      where o.company_id = ${ctx.companyId} and o.id = x.id and o.attempts = x.attempts
        and (x.status in ('sent', 'rejected', 'dropped', 'uncertain') or x.status = 'retry' and o.failures + 1 >= x.most)
      returning o.message_id, o.action, x.status, x.reason, x.refusal, x.part),
    postponed as (
      update outbox o set taken_until = null, error = x.reason, failures = o.failures + 1,
        payload = case when x.encodes then coalesce(o.payload, '{}') || '{"isFileRefused": true}' else o.payload end,
        not_before = clock_timestamp() + make_interval(secs => x.pause)
      from outcome x
      where o.company_id = ${ctx.companyId} and o.id = x.id and o.attempts = x.attempts and x.status = 'retry' and o.failures + 1 < x.most),
    held as (
      update outbox o set taken_until = null, error = x.scope, held = o.held + (not x.may_have_left)::int,
        not_before = clock_timestamp() + make_interval(secs => x.pause)
      from outcome x
      where o.company_id = ${ctx.companyId} and o.id = x.id and o.attempts = x.attempts and x.status = 'held'),
    -- Locked in the order of ids, like everywhere, because their acks arrive at the same time.
    locked as (
      select m.id, m.ticket_id, m.origin = 'campaign' as is_campaign, d.action, d.status, d.reason, d.refusal, d.part
      from done d join messages m on m.company_id = ${ctx.companyId} and m.id = d.message_id
      where d.action <> 'read' and d.status <> 'dropped'
      order by m.id for no key update of m),
    -- The network may have said already that it has not delivered what it had taken.
    lost as (
      select d.id, p.failure from locked d
      join lateral (
        select x.failure from message_parts x
        where x.company_id = ${ctx.companyId} and x.message_id = d.id and x.is_lost and not exists (
          select from message_parts o
          where o.company_id = x.company_id and o.message_id = x.message_id and o.part = x.part and not o.is_lost)
        limit 1) p on true
      where d.action = 'send' and d.status = 'sent'),
    marked as (
      update messages m set
        ack = case when d.status = 'sent' and l.id is null then greatest(m.ack, 1) else m.ack end,
        failure = case when m.deleted_at is not null then null when d.status = 'sent' then l.failure else d.reason end,
        refusal = case when l.id is not null then m.refusal else d.refusal end
      from locked d left join lost l on l.id = d.id
      where m.company_id = ${ctx.companyId} and m.id = d.id and d.action = 'send')
    select id, ticket_id, is_campaign, action, status, reason, part from locked`.execute(ctx.db)
  return settled
}

function refusalOf(outcome: Outcome): { reason: string; details: string } | null {
  if (outcome.status !== 'rejected' || !outcome.details) return null
  return { reason: outcome.reason, details: storableText(outcome.details) }
}

/** In ms. Entries of an offline connection have no pause of their own; their connection has one. */
function pauseOf(outcome: Outcome, { refused, slow, limited }: RetryPauses): number {
  if (outcome.status === 'retry')
    return pauseAfter(outcome.isOfPair || outcome.isPassing ? slow : refused, outcome.failures + 1)
  return outcome.status === 'held' && outcome.limit ? limited : 0
}
