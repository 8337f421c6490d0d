/**
 * Recent live events. A page that was requested before an event may be older than it, so its receiver applies the
 * events since then (R16).
 */
export interface Journal<Entry> {
  note: (entry: Entry) => void
  /** All entries since a moment of `performance.now()`, in order. */
  since: (moment: number) => Entry[]
}

const kept = 60_000

export function createJournal<Entry>(now: () => number = () => performance.now()): Journal<Entry> {
  let entries: { at: number; entry: Entry }[] = []
  return {
    note: (entry) => {
      const at = now()
      entries = [...entries.filter((older) => older.at > at - kept), { at, entry }]
    },
    since: (moment) => entries.filter(({ at }) => at >= moment).map(({ entry }) => entry),
  }
}
