/** The people who talk in one company. */
export interface Participants {
  company: { name: string; domain: string; number: string }
  customers: number
  attendants: number
  /** Customers who write for the first time while faults happen, and come again; each visit is a ticket. */
  visitors: number
  /** The first letter of the attendants' names. */
  letter: string
  /** A verb in every message of its customers and in no message of another company's, to detect leaks. */
  verb: string
}

export const mainCompany: Participants = {
  company: { name: 'Casa Aurora', domain: 'empresa.test', number: '5511900000001' },
  customers: 20,
  attendants: 5,
  visitors: 3,
  letter: 'a',
  verb: 'diz',
}

/**
 * Another company on the same processes, which some of the same people write to. It must see nothing of the first (I7).
 */
export const otherCompany: Participants = {
  company: { name: 'Casa Boreal', domain: 'vizinha.test', number: '5511900000002' },
  customers: 4,
  attendants: 1,
  visitors: 0,
  letter: 'b',
  verb: 'pede',
}

/** A company whose customers write to an official number or to its page. */
export const officialCompany: Participants = {
  company: { name: 'Casa Estrela', domain: 'oficial.test', number: '5511900000005' },
  customers: 6,
  attendants: 2,
  visitors: 0,
  letter: 'e',
  verb: 'consulta',
}

const sentenceOf = ({ verb, letter }: Participants): RegExp => new RegExp(`[cv]\\d+ ${verb}|${letter}\\d+ responde`)

/** Returns a function that checks whether a text contains another company's messages. */
export function createForeignCheck(own: Participants): (text: string) => boolean {
  const others = [mainCompany, otherCompany, officialCompany]
    .filter((participants) => participants !== own)
    .map(sentenceOf)
  return (text) => others.some((sentence) => sentence.test(text))
}

/** The attendant who serves this customer during the whole run. */
export const attendantOf = ({ attendants }: Participants, customer: number): number => customer % attendants

export const visitorNameOf = (visitor: number): string => `v${String(visitor).padStart(2, '0')}`
export const nameOf = (customer: number): string => `c${String(customer).padStart(2, '0')}`
