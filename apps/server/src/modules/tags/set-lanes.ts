import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { addTicketTags, lockTags, removeKanbanTags, ticketHasTag } from './tags.repository.ts'

/** Puts a ticket, which the caller has locked, into a lane and out of all others; null: out of all. True: it has moved. */
export async function setLane(ctx: Ctx, ticketId: number, tagId: number | null): Promise<boolean> {
  if (tagId !== null) await assertLane(ctx, tagId)
  const isRemoved = await removeKanbanTags(ctx, ticketId, tagId)
  if (tagId === null) return isRemoved
  return (await addIfMissing(ctx, ticketId, tagId)) || isRemoved
}

/** Puts it into one more lane. False: it is there. */
export async function addLane(ctx: Ctx, ticketId: number, tagId: number): Promise<boolean> {
  await assertLane(ctx, tagId)
  return addIfMissing(ctx, ticketId, tagId)
}

/** The tag stays until the end of the unit of work. One for contacts is no lane. */
async function assertLane(ctx: Ctx, tagId: number): Promise<void> {
  const [tag] = await lockTags(ctx, [tagId])
  if (!tag?.is_kanban) throw notFound('ERR_NO_TAG_FOUND')
}

async function addIfMissing(ctx: Ctx, ticketId: number, tagId: number): Promise<boolean> {
  if (await ticketHasTag(ctx, ticketId, tagId)) return false
  await addTicketTags(ctx, [{ ticketId, tagId }])
  return true
}
