import type { UserCtx } from '#platform/context'
import { audit } from '#platform/audit'
import { badRequest } from '#platform/errors'
import { accessContactList, accessContactListForChange } from './access-contact-list.ts'
import {
  type ContactListRow,
  insertContactList,
  markRemoved,
  renameContactList,
} from './tables/contact-lists.repository.ts'

export async function createContactList(ctx: UserCtx, name: string): Promise<ContactListRow> {
  const row = await insertContactList(ctx, name)
  if (!row) throw badRequest('ERR_CONTACT_LIST_LIMIT')
  ctx.emit('contactList.saved', { contactListId: row.id, isNew: true })
  return row
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
