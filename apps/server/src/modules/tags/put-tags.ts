import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import {
  type LockedTag,
  lockContactOfTags,
  lockTags,
  replaceContactTags,
  replaceTicketTags,
} from './tags.repository.ts'

export interface WantedTags {
  contactId: number
  /** Null: tags of the contact only. */
  ticketId: number | null
  tagIds: number[]
}

/** Replaces the tags: contact tags on the contact, kanban lanes on the ticket. */
export async function putTags(ctx: Ctx, { contactId, ticketId, tagIds }: WantedTags): Promise<LockedTag[]> {
  if (!(await lockContactOfTags(ctx, contactId))) throw notFound('ERR_NO_CONTACT_FOUND')
  const tags = await lockTags(ctx, tagIds)
  if (tags.length < new Set(tagIds).size) throw notFound('ERR_NO_TAG_FOUND')

  await putOnContact(ctx, contactId, tags)
  if (ticketId !== null) await putOnTicket(ctx, ticketId, tags)
  return tags
}

async function putOnContact(ctx: Ctx, contactId: number, tags: LockedTag[]): Promise<void> {
  const own = tags.filter((tag) => !tag.is_kanban).map((tag) => tag.id)
  if (await replaceContactTags(ctx, contactId, own)) ctx.emit('contact.saved', { contactId })
}

async function putOnTicket(ctx: Ctx, ticketId: number, tags: LockedTag[]): Promise<void> {
  const own = tags.filter((tag) => tag.is_kanban).map((tag) => tag.id)
  if (await replaceTicketTags(ctx, ticketId, own)) ctx.emit('ticket.changed', { ticketId })
}
