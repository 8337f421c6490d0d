import type { Ctx, UserCtx } from '#platform/context'
import { audit } from '#platform/audit'
import type { RawBuilder } from '#platform/database/sql'
import { badRequest } from '#platform/errors'
import { accessContactList, accessContactListForChange } from './access-contact-list.ts'
import {
  type ContactListRow,
  addToCount,
  filledTo,
  insertContactList,
  lockContactList,
  markRemoved,
  renameContactList,
  setFilledTo,
} from './tables/contact-lists.repository.ts'
import { insertItemsFrom } from './tables/items.repository.ts'

export async function createContactList(ctx: UserCtx, name: string): Promise<ContactListRow> {
  const row = await insertContactList(ctx, name)
  if (!row) throw badRequest('ERR_CONTACT_LIST_LIMIT')
  ctx.emit('contactList.saved', { contactListId: row.id, isNew: true })
  return row
}

interface Portion {
  /** A query with the columns name, number, email and variables. */
  people: RawBuilder<unknown>
  /** Where the next portion begins, for who adds it. Null: these are all. */
  filledTo: number | null
}

/** A list that gets people in portions. No campaign starts with it before it has all of them. */
export async function createFilledList(
  ctx: UserCtx,
  name: string,
  { people, filledTo: to }: Portion,
): Promise<ContactListRow> {
  const { id } = await createContactList(ctx, name)
  await addToCount(ctx, id, await insertItemsFrom(ctx, id, people))
  await setFilledTo(ctx, id, to)
  return accessContactList(ctx, id)
}

/** Where the next portion of a list begins; the list is locked. Undefined: it is complete, or gone. */
export async function lockFilling(ctx: Ctx, id: number): Promise<number | undefined> {
  return (await lockContactList(ctx, id)) && filledTo(ctx, id)
}

/** The caller has locked the list. */
export async function fillList(ctx: Ctx, id: number, { people, filledTo: to }: Portion): Promise<void> {
  await addToCount(ctx, id, await insertItemsFrom(ctx, id, people))
  await setFilledTo(ctx, id, to)
  ctx.emit('contactList.filled', { contactListId: id })
  ctx.emit('contactList.saved', { contactListId: id })
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
