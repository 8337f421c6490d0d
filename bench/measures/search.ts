import { measureTiming } from '../client.ts'
import { type Row, ms } from '../table.ts'
import type { Testbed } from '../testbed.ts'

/** The seed gives a message four to eight of fifteen words, and one of 50,000 messages a word of its own. */
const terms = [
  ['a common word', 'boleto'],
  ['two common words', 'segunda boleto'],
  ['a rare word', 'zepelim'],
  ['a word that is nowhere', 'ornitorrinco'],
] as const

const ways = [
  ['search', (term: string) => `/search?searchParam=${encodeURIComponent(term)}`],
  [
    'search in the ticket list',
    (term: string) => `/tickets?status=search&pageNumber=1&searchParam=${encodeURIComponent(term)}`,
  ],
  [
    'search in a conversation',
    (term: string, ticketId: number) => `/messages/${ticketId}/search?searchParam=${encodeURIComponent(term)}`,
  ],
] as const

/** Searches in all data, as an admin and as an attendant. */
export async function measureSearch({ whole }: Testbed, seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  const { ticketId, messages } = whole.data
  for (const [what, path] of ways)
    for (const [kind, term] of terms)
      for (const who of ['admin', 'attendant'] as const) {
        const ask = () => whole[who].get(path(term, ticketId))
        const { status, text } = await ask()
        if (status !== 200) throw new Error(`${what} answered ${status} ${text}`)
        const { p50, p95 } = await measureTiming(1, seconds / 2, ask)
        rows.push({
          what: `${what}, ${kind}, ${who}, ${messages.toLocaleString('en')} messages`,
          ours: `p50 ${ms(p50)}, p95 ${ms(p95)}`,
          wanted: 'p95 < 300 ms',
          holds: p95 < 300,
        })
      }
  return rows
}
