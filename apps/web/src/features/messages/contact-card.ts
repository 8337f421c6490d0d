import { type Card, cardsOf as cardsIn } from '@guiche/contract'
import { readable } from '../../lib/text/plain-text.ts'

/** The people of a vCard, with names safe to show. */
export const cardsOf = (body: string): Card[] =>
  cardsIn(body).map(({ name, number }) => ({ name: readable(name), number }))
