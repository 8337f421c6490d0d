import { useEffect } from 'react'
import { queries } from '../../lib/cache/queries.ts'
import { endSession, session, useSession } from '../../lib/session.ts'
import { storage } from '../../lib/browser/storage.ts'
import { LiveSession } from './live-session.tsx'
import { RenewalWatch } from './renewal-watch.tsx'

/** Effects that last for the whole session, whatever screen is open. */
export function SessionEffects() {
  const current = useSession()
  useCacheClearing()
  useOtherTabs()

  if (current.status !== 'in') return null
  const { user, isExpired } = current
  return (
    <>
      {/* A blocked company gets no events, also in a window that has not noticed. Once it has paid, all begins anew. */}
      <LiveSession key={`${user.id} ${isExpired} ${user.company.dueDate}`} user={user} />
      {isExpired && <RenewalWatch user={user} />}
    </>
  )
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
