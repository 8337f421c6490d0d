import { type ContactListItemBody, type ListVariable, readNumber } from '@guiche/contract'
import type { z } from 'zod'
import type { UserCtx } from '#platform/context'
import { refusing } from '#platform/database/refusing'
import { badRequest } from '#platform/errors'
import { readReach } from '#modules/companies'
import { accessContactListForChange, accessItem } from './access-contact-list.ts'
import { addToCount } from './tables/contact-lists.repository.ts'
import { type ItemRow, type Variables, changeItem, insertItems, removeItem } from './tables/items.repository.ts'

type NewItem = z.output<typeof ContactListItemBody>

export async function createItem(
  ctx: UserCtx,
  { contactListId, name, number, email, variables = [] }: NewItem & { contactListId: number },
): Promise<ItemRow> {
  const { contacts_count } = await accessContactListForChange(ctx, contactListId)
  const { listPeople } = await readReach(ctx)
  if (contacts_count >= listPeople) throw badRequest('ERR_CONTACT_LIST_FULL', { limit: listPeople })
  const item = { name, number: digitsOf(number), email, variables: variablesOf(variables) }
  const [id] = await insertItems(ctx, contactListId, [item])
  if (id === undefined) throw badRequest('ERR_DUPLICATED_CONTACT')
  await addToCount(ctx, contactListId, 1)
  ctx.emit('contactListItem.saved', { contactListItemId: id, isNew: true })
  ctx.emit('contactList.saved', { contactListId })
  return accessItem(ctx, id)
}

/** Absent fields stay as they are. */
export async function updateItem(
  ctx: UserCtx,
  id: number,
  { name, number, email, variables }: { [K in keyof NewItem]?: NewItem[K] | undefined },
): Promise<ItemRow> {
  await accessItem(ctx, id)
  const change = {
    name,
    email,
    number: number === undefined ? undefined : digitsOf(number),
    variables: variables && variablesOf(variables),
  }
  await refusing(changeItem(ctx, id, change), {
    contact_list_items_number: () => badRequest('ERR_DUPLICATED_CONTACT'),
  })
  ctx.emit('contactListItem.saved', { contactListItemId: id })
  return accessItem(ctx, id)
}

export async function deleteItem(ctx: UserCtx, id: number): Promise<void> {
  const { list_id: contactListId } = await accessItem(ctx, id)
  await accessContactListForChange(ctx, contactListId)
  // Somebody else may have removed it before the list was locked.
  if (!(await removeItem(ctx, id))) return
  await addToCount(ctx, contactListId, -1)
  ctx.emit('contactListItem.deleted', { contactListItemId: id, contactListId })
  ctx.emit('contactList.saved', { contactListId })
}

/** As it is sent to. What is no phone number of a known form is kept by its digits, as existing clients expect. */
function digitsOf(written: string): string {
  const read = readNumber(written)
  if ('number' in read) return read.number
  const digits = written.replace(/[\s().+-]/g, '')
  if (!/^\d{8,15}$/.test(digits)) throw badRequest('ERR_WAPP_INVALID_CONTACT')
  return digits
}

/** Of several with a key, the last one counts. */
const variablesOf = (variables: readonly ListVariable[]): Variables =>
  Object.fromEntries(variables.map(({ key, value }) => [key, value]))
