import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { type ContactListRow, findContactLists, lockContactList } from './tables/contact-lists.repository.ts'
import { type ItemRow, findItems } from './tables/items.repository.ts'

/** Admins and supervisors see and change all lists of their company, which the access of the calls says. */
export async function accessContactList(ctx: Ctx, id: number): Promise<ContactListRow> {
  const [row] = await findContactLists(ctx, [id])
  if (!row) throw notFound('ERR_NO_CONTACT_LIST_FOUND')
  return row
}

/** Locks it, so that its people are counted right. */
export async function accessContactListForChange(ctx: Ctx, id: number): Promise<ContactListRow> {
  const row = await lockContactList(ctx, id)
  if (!row) throw notFound('ERR_NO_CONTACT_LIST_FOUND')
  return row
}

export async function accessItem(ctx: Ctx, id: number): Promise<ItemRow> {
  const [row] = await findItems(ctx, [id])
  if (!row) throw notFound('ERR_NO_CONTACT_FOUND')
  return row
}
