import { type Card, type CardField, cardOf, cardsOf as cardsIn, vCardsIn, valuesIn } from '@guiche/contract'
import { readable } from '../../lib/text/plain-text.ts'

/** The people of a vCard, with names safe to show. */
export const cardsOf = (body: string): Card[] => cardsIn(body).map(readableCard)

const readableCard = ({ name, number }: Card): Card => ({ name: readable(name), number })

/** A card with everything else that it says, a line each, as plain text. */
export interface WholeCard extends Card {
  lines: string[]
  /** As DD/MM/YYYY, or as the sender's program has written it; empty: not said. */
  birthday: string
}

const most = 20
const longestLine = 200

export const wholeCardsOf = (body: string): WholeCard[] => vCardsIn(body).slice(0, most).map(wholeCardOf)

function wholeCardOf(vCard: string): WholeCard {
  const card = readableCard(cardOf(vCard))
  const linesOf = (field: CardField) => valuesIn(vCard, field).map((parts) => lineOf(parts))
  const [birthday = ''] = linesOf('BDAY')
  const [, ...otherNumbers] = linesOf('TEL')
  const lines = [
    ...linesOf('ORG'),
    ...linesOf('TITLE'),
    ...(card.number === '' ? linesOf('TEL') : otherNumbers),
    ...linesOf('EMAIL'),
    ...linesOf('ADR'),
    ...linesOf('URL'),
  ].filter((line) => line !== card.name)
  return { ...card, lines: [...new Set(lines)].slice(0, most), birthday: dayOf(birthday) }
}

const lineOf = (parts: readonly string[]): string => readable(parts.filter(Boolean).join(', ')).slice(0, longestLine)

function dayOf(date: string): string {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(date) ?? []
  return year === undefined ? date : `${day}/${month}/${year}`
}
