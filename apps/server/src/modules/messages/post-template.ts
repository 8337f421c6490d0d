import type { TemplateChoice } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { mediaTypeOf } from '#modules/media'
import { fillTemplate } from '#modules/message-templates'
import { type LockedTicket, accessTicketForChange } from '#modules/tickets'
import type { MessageContent } from './message-content.ts'
import { type Posted, assertMayWrite, findEarlier, insertPosted } from './post-message.ts'
import { fillAll } from './variables.ts'

interface NewTemplateMessage extends TemplateChoice {
  /** Chosen by the client. A repeated call with the same id returns the first message. */
  clientId: string | null
}

/** Stores a message from a template, which may go to the customer at any time. */
export async function postTemplate(
  ctx: Ctx,
  ticketId: number,
  { clientId, ...choice }: NewTemplateMessage,
): Promise<Posted> {
  const ticket = await accessTicketForChange(ctx, ticketId)
  const earlier = await findEarlier(ctx, ticket, clientId)
  if (earlier) return earlier
  assertMayWrite(ctx, ticket)
  const content = await templateContent(ctx, ticket, choice)
  // Nothing can be added to approved wording, so it has no signature.
  const text = { body: '', clientId, signedBy: '', content: async () => content }
  return { message: await insertPosted(ctx, ticket, text), isNew: true }
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
  const { template, body, file } = await fillTemplate(ctx, ticket.connection_id, { templateId, values: filled })
  return {
    fileId: file?.id ?? null,
    mediaType: file ? mediaTypeOf(file.mime) : 'extendedTextMessage',
    body,
    template,
  }
}
