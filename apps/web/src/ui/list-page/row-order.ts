/** Where a row of a list is on the screen, in px from the top of the list. */
export interface Place {
  top: number
  height: number
}

/** The index at which a row lands whose middle is there, among the others. */
export function indexAt(places: readonly Place[], from: number, middle: number): number {
  return places.filter((place, index) => index !== from && place.top + place.height / 2 < middle).length
}

/** How far a row is moved on the screen while the row `from` is carried to `to`, in px. */
export function shiftOf(places: readonly Place[], index: number, { from, to }: { from: number; to: number }): number {
  const carried = places[from]
  const target = places[to]
  if (!carried || !target) return 0
  if (index === from)
    return to > from ? target.top + target.height - carried.height - carried.top : target.top - carried.top
  if (index > from && index <= to) return -carried.height
  if (index < from && index >= to) return carried.height
  return 0
}

export function moved<T>(rows: readonly T[], from: number, to: number): T[] {
  const rest = rows.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...rows.slice(from, from + 1), ...rest.slice(to)]
}
