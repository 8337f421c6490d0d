import type { Ctx, UserCtx } from '#platform/context'
import type { LockedTicket } from './tickets.repository.ts'

/** How tickets speak: messages stand above them, so they are handed this when the application is put together. */
export interface Voice {
  /** To the customer, in the name of the house. */
  say(ctx: Ctx, ticket: LockedTicket, text: string): Promise<void>
  /** To the colleagues, unseen by the customer. */
  note(ctx: UserCtx, ticket: LockedTicket, text: string): Promise<void>
}
