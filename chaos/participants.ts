/** Who talks in one company. */
export interface Cast {
  company: { name: string; domain: string; number: string }
  customers: number
  attendants: number
  /** Who come for the first time while things break, and come again: each visit is a ticket. */
  visitors: number
  /** Of the attendants' names. */
  letter: string
  /** In every sentence of its customers, and in none of another company's. */
  verb: string
}

export const house: Cast = {
  company: { name: 'Casa Aurora', domain: 'empresa.test', number: '5511900000001' },
  customers: 20,
  attendants: 5,
  visitors: 3,
  letter: 'a',
  verb: 'diz',
}

/** Another company on the same processes, that some of the same people write to. It must notice nothing (I7). */
export const neighbours: Cast = {
  company: { name: 'Casa Boreal', domain: 'vizinha.test', number: '5511900000002' },
  customers: 4,
  attendants: 1,
  visitors: 0,
  letter: 'b',
  verb: 'pede',
}

const sentenceOf = ({ verb, letter }: Cast): RegExp => new RegExp(`[cv]\\d+ ${verb}|${letter}\\d+ responde`)

/** Says of a text whether another company's words are in it. */
export function foreignTo(own: Cast): (text: string) => boolean {
  const others = [house, neighbours].filter((cast) => cast !== own).map(sentenceOf)
  return (text) => others.some((sentence) => sentence.test(text))
}

/** Whom the attendant attends: each customer has one, who stays. */
export const attendantOf = ({ attendants }: Cast, customer: number): number => customer % attendants

export const visitorNameOf = (visitor: number): string => `v${String(visitor).padStart(2, '0')}`
export const nameOf = (customer: number): string => `c${String(customer).padStart(2, '0')}`
