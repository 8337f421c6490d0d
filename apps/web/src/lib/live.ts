import type { EventName, EventPayloads } from '@guiche/contract'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { type ClientEvent, type ClientPayload, join, line, listen } from './live/line.ts'

export { openLine, retryNow, say, type LineState, type LineStatus } from './live/line.ts'

/** Hears one kind of event of the own company, also those that were missed while the line was down. */
export function useLive<E extends EventName>(event: E, listener: (payload: EventPayloads[E]) => void): void {
  const hear = useEffectEvent(listener)
  useEffect(() => listen(event, (payload) => hear(payload)), [event])
}

/**
 * Asks the server for events that are not sent to everybody, as long as the component is there:
 * `useJoin('joinTickets', 'open')`, `useJoin('joinChatBox', ticketId)`, `useJoin('joinNotification', undefined)`.
 * `isOn` false: not yet.
 */
export function useJoin<E extends ClientEvent>(event: E, payload: ClientPayload<E>, isOn = true): void {
  const key = JSON.stringify(payload)
  const enter = useEffectEvent(() => join(event, payload))
  useEffect(() => (isOn ? enter() : undefined), [event, key, isOn])
}

export const useLine = () => useSyncExternalStore(line.subscribe, line.get)
