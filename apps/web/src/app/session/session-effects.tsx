import { useEffect } from 'react'
import { queries } from '../../lib/cache/queries.ts'
import { endSession, session, useSession } from '../../lib/session.ts'
import { storage } from '../../lib/browser/storage.ts'
import { LiveSession } from './live-session.tsx'

/** Effects that last for the whole session, whatever screen is open. */
export function SessionEffects() {
  const current = useSession()
  useCacheClearing()
  useOtherTabs()

  if (current.status !== 'in' || current.isExpired) return null
  return <LiveSession key={current.user.id} user={current.user} />
}

/** Clears the query cache when the session ends (S72). */
function useCacheClearing() {
  useEffect(
    () =>
      session.subscribe(() => {
        if (session.get().status === 'out') queries.clear()
      }),
    [],
  )
}

/** A logout in one tab logs out all tabs. */
function useOtherTabs() {
  useEffect(() => {
    const listener = ({ key, newValue }: StorageEvent) => {
      if ((key === storage.token.key || key === null) && newValue === null) endSession()
    }
    addEventListener('storage', listener)
    return () => removeEventListener('storage', listener)
  }, [])
}
