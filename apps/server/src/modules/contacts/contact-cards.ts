import type { Card } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { badRequest, notFound } from '#platform/errors'
import { seesGroups } from '#modules/visibility'
import { findContacts } from './contacts.repository.ts'

/** The contents of contact cards, in the given order. Groups and contacts without a number cannot be sent as cards. */
export async function contactCards(ctx: Ctx, ids: readonly number[]): Promise<Card[]> {
  const found = new Map((await findContacts(ctx, ids)).map((contact) => [contact.id, contact]))
  return [...new Set(ids)].map((id) => {
    const contact = found.get(id)
    if (!contact || (contact.is_group && !seesGroups(ctx.actor))) throw notFound('ERR_NO_CONTACT_FOUND')
    if (contact.is_group || contact.phone === null) throw badRequest('ERR_WAPP_INVALID_CONTACT')
    return { name: contact.name, number: contact.phone }
  })
}
