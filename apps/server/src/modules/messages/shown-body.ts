import { maskNumbersIn, maskOwnNumberIn } from '#modules/contacts'
import type { MessageRow } from './messages.repository.ts'

/**
 * The body for a viewer, masked if necessary. In cards that we send every number is masked, because they are the company's
 * contacts. In cards that a customer sends only their own number is: the others are numbers that we are to call.
 */
export function shownBody(
  { body, from_me, media_type }: Pick<MessageRow, 'body' | 'from_me' | 'media_type'>,
  { contact_phone }: Pick<MessageRow, 'contact_phone'>,
  masked: boolean,
): string {
  if (!masked || !cards.has(media_type)) return body
  return from_me ? maskNumbersIn(body) : maskOwnNumberIn(body, contact_phone ?? '')
}
const cards = new Set(['contactMessage', 'contactsArrayMessage'])
