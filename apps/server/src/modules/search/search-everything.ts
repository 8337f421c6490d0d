import { type SearchKind, limits } from '@guiche/contract'
import type { UserCtx } from '#platform/context'
import { hurry } from '#platform/database/hurry'
import { type ContactRow, searchContacts } from '#modules/contacts'
import { type HitRow, findTexts } from './search.repository.ts'

interface Page<Row> {
  rows: Row[]
  /** Where the next page begins; null: there is none. */
  next: string | null
}

interface Results {
  contacts: Page<ContactRow>
  messages: Page<HitRow>
  notes: Page<HitRow>
  files: Page<HitRow>
}

interface Query {
  searchParam: string
  kind?: SearchKind | undefined
  from?: string | undefined
}

/** The first hits of each kind, or a page of the hits of one kind. A text that is too short finds nothing. */
export async function searchEverything(ctx: UserCtx, { searchParam, kind, from }: Query): Promise<Results> {
  const term = searchParam.toLowerCase()
  const isWanted = (one: SearchKind) => term.length >= limits.searchLetters && (kind ?? one) === one
  const texts = (one: 'messages' | 'notes' | 'files') =>
    isWanted(one) ? pageOfTexts(ctx, one, term, kind && from) : nothing
  // All statements go in one round trip.
  const [, contacts, messages, notes, files] = await Promise.all([
    hurry(ctx),
    isWanted('contacts') ? pageOfContacts(ctx, term, kind && from) : nothing,
    texts('messages'),
    texts('notes'),
    texts('files'),
  ])
  return { contacts, messages, notes, files }
}

const nothing = { rows: [], next: null }
const size = limits.foundPerPage

async function pageOfTexts(
  ctx: UserCtx,
  kind: 'messages' | 'notes' | 'files',
  term: string,
  from: string | undefined,
): Promise<Page<HitRow>> {
  // A position in the list of contacts means nothing here.
  const place = from?.includes('.') ? from : undefined
  const rows = await findTexts(ctx, kind, { term, from: place, most: size + 1 })
  const shown = rows.slice(0, size)
  return { rows: shown, next: rows.length > size ? (shown.at(-1)?.place ?? null) : null }
}

async function pageOfContacts(ctx: UserCtx, term: string, from: string | undefined): Promise<Page<ContactRow>> {
  const offset = from && !from.includes('.') ? Number(from) : 0
  const rows = await searchContacts(ctx, term, { limit: size + 1, offset })
  return { rows: rows.slice(0, size), next: rows.length > size ? String(offset + size) : null }
}
