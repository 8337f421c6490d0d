import { z } from 'zod'
import { parseJson } from '../../../lib/api-error.ts'
import { storage } from '../../../lib/browser/storage.ts'
import { ListView, nameOfChoice } from './list-view.ts'

/**
 * The first row that was visible. Pixels would say nothing while rows are not measured and pages not loaded.
 */
const FirstRow = z.object({
  ticketId: z.number(),
  /** Its place in the list, if the ticket has left it. */
  index: z.number().int().min(0),
  /** In px, how far it was scrolled out. */
  offset: z.number(),
})
export type FirstRow = z.output<typeof FirstRow>

/** Where a user left the list of tickets. */
interface Place {
  view: ListView
  /** Where the list with this name was scrolled to; null: its top. */
  scroll: { choice: string; row: FirstRow | null }
}

const Kept = z.object({ userId: z.number(), view: ListView, row: FirstRow.nullable().catch(null).default(null) })

/** Users of one browser, the last one first. */
const KeptPlaces = z.array(Kept.nullable().catch(null))
const mostUsers = 20

/** The place of this window, with the searched words, which the browser does not store. */
let current: { userId: number; place: Place } | undefined

export function placeOf(userId: number): Place {
  if (current?.userId !== userId) current = { userId, place: keptPlace(userId) }
  return current.place
}

const rest = 300
let writing: ReturnType<typeof setTimeout> | undefined

/** Another choice starts at the top of its list. */
export function changePlace(userId: number, change: Partial<Place>): void {
  const { view, scroll } = { ...placeOf(userId), ...change }
  const choice = nameOfChoice(view)
  current = { userId, place: { view, scroll: scroll.choice === choice ? scroll : { choice, row: null } } }
  // Not for each step of a scroll.
  clearTimeout(writing)
  writing = setTimeout(writePlace, rest)
}

export function writePlace(): void {
  clearTimeout(writing)
  if (!current) return
  const { userId, place } = current
  const { view, scroll } = place
  const kept = {
    userId,
    view: { ...view, q: '', found: 'tickets' as const },
    row: view.q === '' ? scroll.row : null,
  }
  const others = keptPlaces().filter((other) => other.userId !== userId)
  storage.listPlaces.set(JSON.stringify([kept, ...others].slice(0, mostUsers)))
}

/** At the end of a session. Its searched words go with it. */
export function leavePlace(): void {
  writePlace()
  current = undefined
}

function keptPlace(userId: number): Place {
  const { view, row } = keptPlaces().find((kept) => kept.userId === userId) ?? { view: ListView.parse({}), row: null }
  return { view, scroll: { choice: nameOfChoice(view), row } }
}

function keptPlaces(): z.output<typeof Kept>[] {
  const kept = KeptPlaces.safeParse(parseJson(storage.listPlaces.get() ?? '')).data ?? []
  return kept.filter((place) => place !== null)
}
