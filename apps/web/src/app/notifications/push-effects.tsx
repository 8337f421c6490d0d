import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useJoin } from '../../lib/live.ts'
import { onNoticePressed } from '../../lib/browser/service-worker.ts'
import { session } from '../../lib/session.ts'
import { subscribeToPush, unsubscribeFromPush } from './push.ts'

/**
 * Keeps this browser subscribed during the session, opens what a pressed notice names, and tells the server whether the
 * window is the one in use, because then nothing is pushed.
 */
export function PushEffects() {
  const navigate = useNavigate()
  const open = useEffectEvent((path: string) => void navigate({ href: path }))
  useJoin('windowFocused', useSyncExternalStore(watchFocus, hasFocus))

  useEffect(() => onNoticePressed((path) => open(path)), [])
  useEffect(() => {
    void subscribeToPush()
    return session.subscribe(() => {
      if (session.get().status === 'out') void unsubscribeFromPush()
    })
  }, [])
  return null
}

const hasFocus = () => document.hasFocus()

function watchFocus(watch: () => void): () => void {
  const stop = new AbortController()
  for (const change of ['focus', 'blur']) addEventListener(change, watch, { signal: stop.signal })
  document.addEventListener('visibilitychange', watch, { signal: stop.signal })
  return () => stop.abort()
}
