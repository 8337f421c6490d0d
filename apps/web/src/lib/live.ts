import type { EventName, EventPayloads } from '@guiche/contract'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { type ClientEvent, type ClientPayload, join, socketState, listen } from './live/socket.ts'

export { openSocket, retryNow, emit, whenJoined, type SocketState, type SocketStatus } from './live/socket.ts'

/** Listens to one kind of event of the user's company, including events missed while disconnected. */
export function useLive<E extends EventName>(event: E, listener: (payload: EventPayloads[E]) => void): void {
  const onEvent = useEffectEvent(listener)
  useEffect(() => listen(event, (payload) => onEvent(payload)), [event])
}

/**
 * Joins a room for events that are not sent to everybody, while the component is mounted: `useJoin('joinTickets',
 * 'open')`, `useJoin('joinChatBox', ticketId)`, `useJoin('joinNotification', undefined)`. `isOn` false delays it.
 */
export function useJoin<E extends ClientEvent>(event: E, payload: ClientPayload<E>, isOn = true): void {
  const key = JSON.stringify(payload)
  const enter = useEffectEvent(() => join(event, payload))
  useEffect(() => (isOn ? enter() : undefined), [event, key, isOn])
}

export const useSocketState = () => useSyncExternalStore(socketState.subscribe, socketState.get)
