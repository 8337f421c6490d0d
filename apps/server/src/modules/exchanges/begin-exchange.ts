import type { Ctx } from '#platform/context'
import '#platform/work/wakes'
import { type NewExchange, insertExchange } from './stored/exchanges.repository.ts'

declare module '#platform/work/wakes' {
  interface Workers {
    /** Asks services that answer customers. */
    exchanges: true
  }
}

/**
 * The service will be asked for an answer to this message, a moment later: until then the customer may write more, and gets
 * one answer to all of it. What is asked now for earlier messages of the ticket is not wanted any more. The caller has locked
 * the ticket.
 */
export async function beginExchange(ctx: Ctx, exchange: NewExchange): Promise<void> {
  await insertExchange(ctx, exchange)
  ctx.wake('exchanges')
}
