import type { Ctx } from '#platform/context'
import { forgetChecks } from './tables/checks.repository.ts'
import { addToCount, lockListsWith } from './tables/contact-lists.repository.ts'
import { forgetRefused } from './tables/imports.repository.ts'
import { removeListed } from './tables/items.repository.ts'

/** E-mail addresses as they are compared. */
export const emailKey = (email: string): string => email.trim().toLowerCase()

interface Erased {
  /** The keys of their numbers. */
  keys: readonly string[]
  email: string
}

/**
 * Somebody was erased: no list has these numbers any more, what the network has said of them is forgotten, and so are the cells of
 * rows that an import has refused.
 */
export async function forgetListed(ctx: Ctx, { keys, email }: Erased): Promise<void> {
  await forgetRefused(ctx, [...keys, ...(email === '' ? [] : [emailKey(email)])])
  if (keys.length === 0) return
  const lists = new Set(await lockListsWith(ctx, keys))
  const removed = await removeListed(ctx, keys)
  await forgetChecks(ctx, keys)
  for (const contactListId of lists) {
    const ids = removed.filter(({ list_id }) => list_id === contactListId).map(({ id }) => id)
    if (ids.length === 0) continue
    await addToCount(ctx, contactListId, -ids.length)
    for (const contactListItemId of ids) ctx.emit('contactListItem.deleted', { contactListItemId, contactListId })
    ctx.emit('contactList.saved', { contactListId })
  }
}
