import type { EventName, EventPayloads } from '@guiche/contract'
import { useState } from 'react'
import { changesOf } from '../cache/changes.ts'
import { useLive } from '../live.ts'

/** What somebody else has done to the record that an open dialog edits. */
export type Fate = 'same' | 'changed' | 'deleted'

interface Watched<E extends EventName, Values extends object> {
  /** Undefined for a new record. */
  id: number | undefined
  /** The values with which the dialog was opened, or those that it has stored since. */
  before: Values
  /** The record of an event and its values; without values it was deleted. Undefined: the event is about no record. */
  read: (event: EventPayloads[E]) => { id: number; values?: Values } | undefined
}

/** For `Dialog`, which shows it. */
export function useFate<E extends EventName, Values extends object>(
  event: E,
  { id, before, read }: Watched<E, Values>,
): Fate {
  const [told, setTold] = useState<{ values?: Values }>()
  useLive(event, (payload) => {
    const record = read(payload)
    if (record && record.id === id) setTold(record)
  })
  if (!told) return 'same'
  if (!told.values) return 'deleted'
  return Object.keys(changesOf(before, told.values)).length > 0 ? 'changed' : 'same'
}
