/** A list that mounted components add entries to. */
export function createRegistry<T>() {
  let entries: readonly T[] = []
  const watchers = new Set<() => void>()

  function setEntries(next: readonly T[]) {
    entries = next
    for (const watch of watchers) watch()
  }

  return {
    get: () => entries,
    add: (added: readonly T[]): (() => void) => {
      setEntries([...entries, ...added])
      return () => setEntries(entries.filter((entry) => !added.includes(entry)))
    },
    subscribe: (watch: () => void): (() => void) => {
      watchers.add(watch)
      return () => void watchers.delete(watch)
    },
  }
}
