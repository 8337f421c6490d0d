import type { EventName, EventPayloads } from '@guiche/contract'
import { useState } from 'react'
import { changesOf } from '../cache/changes.ts'
import { useLive } from '../live.ts'

/** What somebody else has done to the record that an open dialog edits. */
export type Fate = 'same' | 'changed' | 'deleted'

interface Watched<E extends EventName, Values extends object> {
  /** Undefined for a new record. */
  id: number | undefined
  /** The values with which the dialog was opened. */
  before: Values
  /** The record of an event and its values; without values it was deleted. */
  read: (event: EventPayloads[E]) => { id: number; values?: Values }
}

/** For `Dialog`, which shows it. */
export function useFate<E extends EventName, Values extends object>(
  event: E,
  { id, before, read }: Watched<E, Values>,
): Fate {
  const [fate, setFate] = useState<Fate>('same')
  useLive(event, (payload) => {
    const told = read(payload)
    if (id === undefined || told.id !== id) return
    if (!told.values) return setFate('deleted')
    setFate(Object.keys(changesOf(before, told.values)).length > 0 ? 'changed' : 'same')
  })
  return fate
}
