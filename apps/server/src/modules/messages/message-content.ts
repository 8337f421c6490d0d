import { type NewLocation, locationBody, vCardOf } from '@guiche/contract'
import type { z } from 'zod'
import type { Ctx } from '#platform/context'
import { noPermission } from '#platform/errors'
import { contactCards } from '#modules/contacts'
import { seesMaskedNumbers } from '#modules/visibility'

export interface MessageContent {
  fileId: number | null
  mediaType: string
  /** Replaces the text of the message. */
  body?: string
}

interface ContentInput {
  isPrivate: boolean
  vCard?: { id: number } | { id: number }[] | null | undefined
  location?: z.output<typeof NewLocation> | null | undefined
}

/** Content of messages that are cards of the company's contacts or a place; null for others. */
export function contentOf(
  ctx: Ctx,
  { isPrivate, vCard, location }: ContentInput,
): (() => Promise<MessageContent>) | null {
  // The customer can read the number in the card, and a user with masked numbers could be that customer.
  if (vCard && seesMaskedNumbers(ctx.actor) && !isPrivate) throw noPermission()
  if (vCard) return () => cards(ctx, [vCard].flat())
  if (location) return async () => ({ fileId: null, mediaType: 'locationMessage', body: locationBody(location) })
  return null
}

async function cards(ctx: Ctx, contacts: { id: number }[]): Promise<MessageContent> {
  const people = await contactCards(
    ctx,
    contacts.map(({ id }) => id),
  )
  return { fileId: null, mediaType: 'contactMessage', body: people.map(vCardOf).join('\n') }
}
