import type { UserCtx } from '#platform/context'
import { notFound } from '#platform/errors'
import { type HeldTag, holdContact, holdTags, replaceContactTags, replaceTicketTags } from './tags.repository.ts'

/** Loads a ticket on behalf of a user; throws if they may not see it. */
export type AccessTicket = (ctx: UserCtx, ticketId: number) => Promise<{ contact_id: number }>

interface Wanted {
  contactId: number
  /** Null: tags of the contact only. */
  ticketId: number | null
  tagIds: number[]
}

/** Replaces the tags: contact tags on the contact, kanban lanes on the ticket. */
export async function syncTags(
  ctx: UserCtx,
  accessTicket: AccessTicket,
  { contactId, ticketId, tagIds }: Wanted,
): Promise<HeldTag[]> {
  if (!(await holdContact(ctx, contactId))) throw notFound('ERR_NO_CONTACT_FOUND')
  if (ticketId !== null) {
    const ticket = await accessTicket(ctx, ticketId)
    if (ticket.contact_id !== contactId) throw notFound('ERR_NO_TICKET_FOUND')
  }
  const tags = await holdTags(ctx, tagIds)
  if (tags.length < new Set(tagIds).size) throw notFound('ERR_NO_TAG_FOUND')

  await putOnContact(ctx, contactId, tags)
  if (ticketId !== null) await putOnTicket(ctx, ticketId, tags)
  return tags
}

async function putOnContact(ctx: UserCtx, contactId: number, tags: HeldTag[]): Promise<void> {
  const own = tags.filter((tag) => !tag.is_kanban).map((tag) => tag.id)
  if (await replaceContactTags(ctx, contactId, own)) ctx.emit('contact.saved', { contactId })
}

async function putOnTicket(ctx: UserCtx, ticketId: number, tags: HeldTag[]): Promise<void> {
  const own = tags.filter((tag) => tag.is_kanban).map((tag) => tag.id)
  if (await replaceTicketTags(ctx, ticketId, own)) ctx.emit('ticket.changed', { ticketId })
}
