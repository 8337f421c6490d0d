import { z } from 'zod'

/** The id of a message, and a text. */
const Heard = z.tuple([z.number(), z.string()])

/** What the ledger of messages does not have as text: recordings of the customer, and answers that were read out. */
const Session = z.object({
  /** Of the customer's recordings. */
  heard: z.array(Heard).catch([]),
  /** After which message of the customer it was said. */
  said: z.array(Heard).catch([]),
})
export type Session = z.output<typeof Session>

export const readSession = (stored: unknown): Session => Session.catch({ heard: [], said: [] }).parse(stored ?? {})

/** So much of a talk is remembered. */
const most = 20
/** In characters. */
const longest = 1000

const newest = (texts: Session['heard']): Session['heard'] =>
  texts.slice(-most).map(([id, text]) => [id, text.slice(0, longest).toWellFormed()])

export const sessionOf = ({ heard, said }: Session): Session => ({ heard: newest(heard), said: newest(said) })
