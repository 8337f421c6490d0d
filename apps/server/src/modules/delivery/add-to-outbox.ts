import type { Ctx } from '#platform/context'
import { type RawBuilder, sql } from '#platform/database/sql'
import '#platform/work/wakes'
import { priorities, senderOf } from './priorities.ts'

declare module '#platform/work/wakes' {
  interface Workers {
    /** Sends what waits in the outbox. */
    outbox: true
  }
}

interface NewEntries {
  connectionId: number
  conversationId: number
  action: 'send' | 'edit' | 'delete' | 'react' | 'read'
  messageId: number | null | RawBuilder<unknown>
  payload?: Record<string, unknown> | RawBuilder<unknown>
  /** In ms: not before so much time has passed. */
  after?: number
  /** It may have arrived before: tries that were made already. */
  attempts?: number
  /** Where the message comes from, for a statement that makes it: one entry for each row. */
  from?: RawBuilder<unknown>
}

/**
 * The statement that adds to the outbox, to be run alone or as part of another. The only way in: who acts decides what
 * goes first, and after the commit the delivery is woken.
 */
export function addToOutbox(ctx: Ctx, entries: NewEntries): RawBuilder<unknown> {
  const { connectionId, conversationId, action, messageId, payload = null, after = 0, attempts = 0, from } = entries
  ctx.wake('outbox')
  return sql`
    insert into outbox (company_id, connection_id, conversation_id, message_id, priority, action, payload, attempts, not_before)
    select ${ctx.companyId}, ${connectionId}, ${conversationId}, ${messageId}, ${priorities[senderOf(ctx.actor)]}, ${action}, ${asJson(payload)}, ${attempts},
           now() + make_interval(secs => ${after / 1000})
    ${from ? sql`from ${from}` : sql``}`
}

const asJson = (payload: NonNullable<NewEntries['payload']> | null) =>
  payload !== null && 'toOperationNode' in payload ? payload : sql`${payload && JSON.stringify(payload)}::jsonb`
