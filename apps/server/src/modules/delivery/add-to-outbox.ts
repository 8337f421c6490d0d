import type { Ctx } from '#platform/context'
import { type RawBuilder, sql } from '#platform/database/sql'
import '#platform/work/wakes'
import { priorities, senderOf } from './lanes/priorities.ts'

declare module '#platform/work/wakes' {
  interface Workers {
    /** Sends the entries of the outbox. */
    outbox: true
  }
}

interface NewEntries {
  connectionId: number | RawBuilder<unknown>
  conversationId: number | RawBuilder<unknown>
  action: 'send' | 'edit' | 'delete' | 'react' | 'read'
  messageId: number | null | RawBuilder<unknown>
  payload?: Record<string, unknown> | RawBuilder<unknown>
  /** In ms, the delay before the first try. */
  after?: number
  /** The time of the first try; null for at once. Instead of `after`. */
  due?: RawBuilder<unknown>
  /** In seconds: how long the next message of a campaign waits after this one on its connection. */
  spacing?: RawBuilder<unknown>
  /** The number of earlier tries, if the message may have arrived before. */
  attempts?: number
  /** A `from` clause for a statement that creates the message: one entry per row. */
  from?: RawBuilder<unknown>
}

/**
 * The statement that adds to the outbox, to be run alone or as part of another. Nothing else may insert into it,
 * because this sets the priority by the actor, and wakes the delivery after the commit.
 */
export function addToOutbox(ctx: Ctx, entries: NewEntries): RawBuilder<unknown> {
  const {
    connectionId,
    conversationId,
    action,
    messageId,
    payload = null,
    after = 0,
    due,
    spacing,
    attempts = 0,
    from,
  } = entries
  ctx.wake('outbox')
  return sql`
    insert into outbox (company_id, connection_id, conversation_id, message_id, priority, action, payload, attempts, spacing, not_before)
    select ${ctx.companyId}, ${connectionId}, ${conversationId}, ${messageId}, ${priorities[senderOf(ctx.actor)]}, ${action}, ${asJson(payload)}, ${attempts}, ${spacing ? sql`coalesce(${spacing}, 0)` : sql`0`},
           ${due ? sql`coalesce(${due}, now())` : sql`now() + make_interval(secs => ${after / 1000})`}
    ${from ? sql`from ${from}` : sql``}`
}

const asJson = (payload: NonNullable<NewEntries['payload']> | null) =>
  payload !== null && 'toOperationNode' in payload ? payload : sql`${payload && JSON.stringify(payload)}::jsonb`
