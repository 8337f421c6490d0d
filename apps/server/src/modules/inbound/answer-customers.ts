import type { Ctx } from '#platform/context'
import { takeRating } from '#modules/serving'
import { greet } from './greet.ts'
import type { ReceivedMessage } from './received-message.ts'

/** What the server does by itself when customers write. */
export async function answerCustomers(ctx: Ctx, messages: ReceivedMessage[]): Promise<void> {
  for (const { id, ticketId, isRating, isEcho, isCall, missed } of messages)
    if (isRating && !isEcho) await takeRating(ctx, { id, ticketId, isCall, isMissed: missed !== undefined })
  await greet(ctx, messages)
}
