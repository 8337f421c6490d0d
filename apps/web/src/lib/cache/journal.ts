/**
 * What happened lately. A page that was on its way while something happened may be older than that; whoever receives it
 * does to it what it has missed (R16).
 */
export interface Journal<Entry> {
  note: (entry: Entry) => void
  /** Everything noted at or after a moment of `performance.now()`, in its order. */
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
