import { type NewLocation, type SentTemplate, locationBody, vCardOf } from '@guiche/contract'
import type { z } from 'zod'
import type { Ctx } from '#platform/context'
import { noPermission } from '#platform/errors'
import { contactCards } from '#modules/contacts'
import { fileOfQuickMessage } from '#modules/quick-messages'
import { seesMaskedNumbers } from '#modules/visibility'

export interface MessageContent {
  fileId: number | null
  mediaType: string
  /** Replaces the text of the message. */
  body?: string
  /** What the message is made from. */
  template?: SentTemplate
}

interface ContentInput {
  isPrivate: boolean
  vCard?: { id: number } | { id: number }[] | null | undefined
  location?: z.output<typeof NewLocation> | null | undefined
  quickMessageId?: number | null | undefined
}

/** Content of messages that are cards of the company's contacts, a location or a file of a quick message; null for others. */
export function contentOf(
  ctx: Ctx,
  { isPrivate, vCard, location, quickMessageId }: ContentInput,
): (() => Promise<MessageContent>) | null {
  // The customer can read the number in the card, and a user with masked numbers could be that customer.
  if (vCard && seesMaskedNumbers(ctx.actor) && !isPrivate) throw noPermission()
  if (vCard) return () => cards(ctx, [vCard].flat())
  if (location) return async () => ({ fileId: null, mediaType: 'locationMessage', body: locationBody(location) })
  if (quickMessageId) return () => fileOfQuickMessage(ctx, quickMessageId)
  return null
}

async function cards(ctx: Ctx, contacts: { id: number }[]): Promise<MessageContent> {
  const people = await contactCards(
    ctx,
    contacts.map(({ id }) => id),
  )
  return { fileId: null, mediaType: 'contactMessage', body: people.map(vCardOf).join('\n') }
}
