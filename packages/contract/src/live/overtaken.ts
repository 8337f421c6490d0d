/**
 * Returns a function that checks whether a newer event about the same id was seen already. Two processes may publish at
 * the same time, so events can arrive out of order; the newer one includes the older state.
 */
export function createOvertaken(): (id: number, seq: number | undefined) => boolean {
  const newest = new Map<number, number>()
  return (id, seq) => {
    if (seq === undefined) return false
    const known = newest.get(id) ?? 0
    newest.set(id, Math.max(known, seq))
    return seq < known
  }
}
