import type { Ctx } from '#platform/context'
import { AppError, badRequest } from '#platform/errors'
import { assertFeature, isCompanyServed } from '#modules/companies'
import { getConnection } from '#modules/connections'
import { type Reached, openTicketWith, reachContactOn } from '#modules/conversations'
import { assertInWindow, assertMayWrite, insertPosted, templateContent } from '#modules/messages'
import type { SendingGuard } from '#modules/sending-guard'
import type { LockedTicket } from '#modules/tickets'
import {
  type DueSchedule,
  addNext,
  letWait,
  holdDue,
  lockDue,
  markFailed,
  markSent,
  defaultsOfNewTicket,
  usualConnections,
} from './due.repository.ts'

export interface SendOptions {
  guard: SendingGuard
  /** In minutes. From then on a message is marked as late. */
  lateAfter: number
}

/**
 * Turns a scheduled message into a message with its outbox entry, and says so on its row, in one unit of work: so it is
 * sent once, whatever is killed and however many processes do this (R29). A late one is sent and marked as late. While the
 * company is not served it waits, for a day at most: then it is given up with the reason. One to a stranger waits until the
 * number may start the talk; the guard holds none to somebody whom the company has heard from.
 */
export async function sendSchedule(ctx: Ctx, id: number, { guard, lateAfter }: SendOptions): Promise<void> {
  const due = await lockDue(ctx, id)
  if (!due) return
  await assertFeature(ctx, 'useSchedules')
  if (!(await isCompanyServed(ctx))) {
    if (await letWait(ctx, id)) return
    throw new AppError('ERR_SUBSCRIPTION_EXPIRED', 402)
  }
  const reached = await reachContactOn(ctx, due.contact_id, await connectionsFor(ctx, due))
  if (!reached) throw badRequest('ERR_WAPP_INVALID_CONTACT')
  const start = await guard.start(ctx, reached.connectionId, { contactId: reached.contactId })
  if (start?.hold && !start.isKnown) {
    await holdDue(ctx, id, start.hold)
    return ctx.emit('schedule.saved', { scheduleId: id })
  }
  const ticket = await ticketFor(ctx, due, reached)
  assertMayWrite(ctx, ticket)
  const messageId = await post(ctx, ticket, due)
  await markSent(ctx, id, { messageId, lateAfter })
  await goOn(ctx, id)
  if (start) await guard.countAnyway(ctx, start, messageId)
}

/** A template may go at any time, and nothing can be added to its wording. */
async function post(ctx: Ctx, ticket: LockedTicket, due: DueSchedule): Promise<number> {
  const { file_id: fileId, media_type: mediaType, template } = due
  if (template) {
    const content = await templateContent(ctx, ticket, template)
    return (await insertPosted(ctx, ticket, { body: '', signedBy: '', content: async () => content })).id
  }
  assertInWindow(ctx, ticket)
  const content = mediaType === null ? null : async () => ({ fileId, mediaType })
  return (await insertPosted(ctx, ticket, { body: due.body, content })).id
}

/** Ends the attempts and shows the reason. A series goes on. */
export async function giveUpSchedule(ctx: Ctx, id: number, failure: string): Promise<void> {
  if (await markFailed(ctx, id, failure)) await goOn(ctx, id)
}

async function goOn(ctx: Ctx, id: number): Promise<void> {
  ctx.emit('schedule.saved', { scheduleId: id })
  const nextId = await addNext(ctx, id)
  if (nextId !== undefined) ctx.emit('schedule.saved', { scheduleId: nextId })
}

/** As for other messages that somebody writes first: the ticket that is not closed, else a new one of the author's. */
async function ticketFor(ctx: Ctx, due: DueSchedule, reached: Reached): Promise<LockedTicket> {
  const defaults = await defaultsOfNewTicket(ctx, reached.conversationId, due.user_id)
  return openTicketWith(ctx, reached, defaults?.queue_id ?? null, defaults?.owner_id ?? null)
}

/** A chosen connection that was deleted is not replaced: the message might come from another shop. */
async function connectionsFor(ctx: Ctx, { connection_id, contact_id }: DueSchedule): Promise<number[]> {
  if (connection_id !== null) return [(await getConnection(ctx, connection_id)).id]
  const usual = await usualConnections(ctx, contact_id)
  if (usual.length === 0) throw badRequest('ERR_NO_DEF_WAPP_FOUND')
  return usual
}
