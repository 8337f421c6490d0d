import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useJoin } from '../../lib/live.ts'
import { onNoticePressed } from '../../lib/browser/service-worker.ts'
import { useWindowFocus } from '../../lib/browser/window-focus.ts'
import { session } from '../../lib/session.ts'
import { subscribeToPush, unsubscribeFromPush } from './push.ts'

/**
 * Keeps this browser subscribed during the session, opens what a pressed notice names, and tells the server whether the
 * window is the one in use, because then nothing is pushed.
 */
export function PushEffects() {
  const navigate = useNavigate()
  const open = useEffectEvent((path: string) => void navigate({ href: path }))
  useJoin('windowFocused', useWindowFocus())

  useEffect(() => onNoticePressed((path) => open(path)), [])
  useEffect(() => {
    void subscribeToPush()
    return session.subscribe(() => {
      if (session.get().status === 'out') void unsubscribeFromPush()
    })
  }, [])
  return null
}
