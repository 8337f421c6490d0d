import { type NewLocation, type SentTemplate, type TemplateChoice, locationBody, vCardOf } from '@guiche/contract'
import type { z } from 'zod'
import type { Ctx } from '#platform/context'
import { noPermission } from '#platform/errors'
import { contactCards } from '#modules/contacts'
import { mediaTypeOf } from '#modules/media'
import { type FilledTemplate, fillTemplate } from '#modules/message-templates'
import { fileOfQuickMessage } from '#modules/quick-messages'
import type { LockedTicket } from '#modules/tickets'
import { seesMaskedNumbers } from '#modules/visibility'
import { fillAll } from './variables.ts'

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

/** The content of a message from a template, with the values of the ticket. Throws if a value is missing. */
export async function templateContent(
  ctx: Ctx,
  ticket: LockedTicket,
  { templateId, values }: TemplateChoice,
): Promise<MessageContent> {
  const keys = Object.keys(values)
  const texts = await fillAll(
    ctx,
    Object.values(values).map((text) => ({ ticket, text })),
  )
  const filled = Object.fromEntries(keys.map((key, nth) => [key, texts[nth] ?? '']))
  return contentOfTemplate(await fillTemplate(ctx, ticket.connection_id, { templateId, values: filled }))
}

export function contentOfTemplate({ template, body, file }: FilledTemplate): MessageContent {
  return {
    fileId: file?.id ?? null,
    mediaType: file ? mediaTypeOf(file.mime) : 'extendedTextMessage',
    body,
    template,
  }
}
