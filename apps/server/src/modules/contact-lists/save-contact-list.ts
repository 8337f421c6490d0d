import type { UserCtx } from '#platform/context'
import { audit } from '#platform/audit'
import type { RawBuilder } from '#platform/database/sql'
import { badRequest } from '#platform/errors'
import { accessContactList, accessContactListForChange } from './access-contact-list.ts'
import {
  type ContactListRow,
  addToCount,
  insertContactList,
  markRemoved,
  renameContactList,
} from './tables/contact-lists.repository.ts'
import { insertItemsFrom } from './tables/items.repository.ts'

export async function createContactList(ctx: UserCtx, name: string): Promise<ContactListRow> {
  const row = await insertContactList(ctx, name)
  if (!row) throw badRequest('ERR_CONTACT_LIST_LIMIT')
  ctx.emit('contactList.saved', { contactListId: row.id, isNew: true })
  return row
}

/** A list with the rows of `people`, a query with the columns name, number, email and variables. */
export async function createFilledList(
  ctx: UserCtx,
  name: string,
  people: RawBuilder<unknown>,
): Promise<ContactListRow> {
  const { id } = await createContactList(ctx, name)
  await addToCount(ctx, id, await insertItemsFrom(ctx, id, people))
  return accessContactList(ctx, id)
}

export async function updateContactList(ctx: UserCtx, id: number, name: string): Promise<ContactListRow> {
  await accessContactListForChange(ctx, id)
  await renameContactList(ctx, id, name)
  ctx.emit('contactList.saved', { contactListId: id })
  return accessContactList(ctx, id)
}

/** The list is gone at once for everybody; a job removes its people, who may be a million. */
export async function deleteContactList(ctx: UserCtx, id: number): Promise<void> {
  const { name } = await accessContactListForChange(ctx, id)
  await markRemoved(ctx, id)
  await audit(ctx, { action: 'contactList.deleted', object: 'contactList', objectId: id, detail: { name } })
  await ctx.enqueue('contact-lists.remove', { listId: id })
  ctx.emit('contactList.deleted', { contactListId: id })
}
