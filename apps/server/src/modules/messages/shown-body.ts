import { maskNumbersIn, maskOwnNumberIn } from '#modules/contacts'
import type { MessageRow } from './messages.repository.ts'

/**
 * The body as somebody reads it. Of the cards that we send, which are of the company's contacts, every number is masked; of a
 * card that a customer sends, their own number only, and not those that they want us to call.
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
