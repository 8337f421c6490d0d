/** A list that components add to while they are there, and that somebody else shows. */
export function createRegistry<T>() {
  let entries: readonly T[] = []
  const watchers = new Set<() => void>()

  function become(next: readonly T[]) {
    entries = next
    for (const watch of watchers) watch()
  }

  return {
    get: () => entries,
    add: (added: readonly T[]): (() => void) => {
      become([...entries, ...added])
      return () => become(entries.filter((entry) => !added.includes(entry)))
    },
    subscribe: (watch: () => void): (() => void) => {
      watchers.add(watch)
      return () => void watchers.delete(watch)
    },
  }
}
