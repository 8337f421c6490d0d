import type { Ctx, UserCtx } from '#platform/context'
import type { LockedTicket } from './tickets.repository.ts'

/**
 * Messages that a change of a ticket adds to its conversation. The module `messages` implements it and app.ts passes it in,
 * because this module may not use that one.
 */
export interface AutoReplies {
  /** Sends a text to the customer in the company's name. */
  send(ctx: Ctx, ticket: LockedTicket, text: string): Promise<void>
  /** Adds a private note, which only colleagues see. */
  addNote(ctx: UserCtx, ticket: LockedTicket, text: string): Promise<void>
}
