/**
 * Returns a function that checks whether a newer event about the same id was seen already. Two processes may publish at
 * the same time, so events can arrive out of order. An event with a state that was read (`asOf`) includes all facts up
 * to that number, so it may be newer than the event of a later fact.
 */
export function createOvertaken(): (id: number, event: { seq?: number; asOf?: number }) => boolean {
  const newest = new Map<number, number>()
  return (id, { seq, asOf = seq }) => {
    if (asOf === undefined) return false
    const known = newest.get(id) ?? 0
    newest.set(id, Math.max(known, asOf))
    return asOf < known
  }
}
