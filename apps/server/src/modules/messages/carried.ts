import { type NewPlace, placeBody, vCardOf } from '@guiche/contract'
import type { z } from 'zod'
import type { Ctx } from '#platform/context'
import { noPermission } from '#platform/errors'
import { contactCards } from '#modules/contacts'
import { seesMasked } from '#modules/visibility'

/** What a message carries instead of words, or beside them. */
export interface Carried {
  fileId: number | null
  mediaType: string
  /** What stands in the place of words. */
  body?: string
}

interface Wanted {
  isPrivate: boolean
  vCard?: { id: number } | { id: number }[] | null | undefined
  location?: z.output<typeof NewPlace> | null | undefined
}

/** Of a message that is not words: cards of the company's contacts, or a place. */
export function carriedOf(ctx: Ctx, { isPrivate, vCard, location }: Wanted): (() => Promise<Carried>) | null {
  // The customer would read the number, and anybody can be the customer: of a web chat, or with a phone of their own.
  if (vCard && seesMasked(ctx.actor) && !isPrivate) throw noPermission()
  if (vCard) return () => cards(ctx, [vCard].flat())
  if (location) return async () => ({ fileId: null, mediaType: 'locationMessage', body: placeBody(location) })
  return null
}

async function cards(ctx: Ctx, contacts: { id: number }[]): Promise<Carried> {
  const people = await contactCards(
    ctx,
    contacts.map(({ id }) => id),
  )
  return { fileId: null, mediaType: 'contactMessage', body: people.map(vCardOf).join('\n') }
}
