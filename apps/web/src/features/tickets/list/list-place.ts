import { z } from 'zod'
import { parseJson } from '../../../lib/api-error.ts'
import { storage } from '../../../lib/browser/storage.ts'
import { ListView, nameOfChoice } from './list-view.ts'

/** Where a user left the list of tickets. */
interface Place {
  view: ListView
  /** The scroll position of the list with this name. */
  scroll: { choice: string; top: number }
}

const Kept = z.object({ userId: z.number(), view: ListView, top: z.number().min(0) })

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
  current = { userId, place: { view, scroll: scroll.choice === choice ? scroll : { choice, top: 0 } } }
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
    top: view.q === '' ? Math.round(scroll.top) : 0,
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
  const { view, top } = keptPlaces().find((kept) => kept.userId === userId) ?? { view: ListView.parse({}), top: 0 }
  return { view, scroll: { choice: nameOfChoice(view), top } }
}

function keptPlaces(): z.output<typeof Kept>[] {
  const kept = KeptPlaces.safeParse(parseJson(storage.listPlaces.get() ?? '')).data ?? []
  return kept.filter((place) => place !== null)
}
