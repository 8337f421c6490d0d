import i18next from 'i18next'
import { useEffect } from 'react'
import { queries } from '../../lib/cache/queries.ts'
import { endSession, session, useSession } from '../../lib/session.ts'
import { storage } from '../../lib/browser/storage.ts'
import { toast } from '../../ui/toasts/toasts.tsx'
import { LiveSession } from './live-session.tsx'

/** What holds for a session from its begin to its end, whatever screen is open. */
export function SessionKeeper() {
  const current = useSession()
  useForgetfulness()
  useOtherTabs()

  if (current.status !== 'in' || current.isExpired) return null
  return <LiveSession key={current.user.id} user={current.user} />
}

/** With the session goes what was fetched in it (S72). */
function useForgetfulness() {
  useEffect(
    () =>
      session.subscribe(() => {
        const now = session.get()
        if (now.status !== 'out') return
        queries.clear()
        if (now.because === 'expired') toast.warn(i18next.t('errors.ERR_SESSION_EXPIRED'))
      }),
    [],
  )
}

/** Logging out in one tab logs out in all. */
function useOtherTabs() {
  useEffect(() => {
    const hear = ({ key, newValue }: StorageEvent) => {
      if ((key === storage.token.key || key === null) && newValue === null) endSession()
    }
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }, [])
}
