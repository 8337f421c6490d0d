/**
 * Two processes may tell of one thing at the same time, and the later is heard first. What was committed earlier is in
 * it already: heard after it, it is to be left out. For what is known by one kind of id.
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
