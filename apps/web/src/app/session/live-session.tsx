import { type SessionUser, limits, neverDue } from '@guiche/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { refreshSession } from '../../lib/api.ts'
import { writtenDay } from '../../lib/format.ts'
import { openSocket, emit, useLive } from '../../lib/live.ts'
import { numbers } from '../../ui/numbers.ts'
import { queries } from '../../lib/cache/queries.ts'
import {
  amendCompany,
  amendSetting,
  amendUser,
  changeSubscription,
  endSession,
  extendSubscription,
  holdsOwnToken,
  isAdmin,
  session,
} from '../../lib/session.ts'
import { toast } from '../../ui/toasts/toasts.tsx'

/** Opens the socket and handles events about the user themselves. */
export function LiveSession({ user }: { user: SessionUser }) {
  const { id, companyId } = user
  useEffect(() => openSocket({ id, companyId }), [id, companyId])
  useHeartbeat()
  useOtherLogin(user)
  useOwnChanges(user)
  useSubscription()
  return null
}

/** Tells the server that the user is present (docs/requirements/workspace.md, section 9). */
function useHeartbeat() {
  useEffect(() => {
    const timer = setInterval(() => emit('userStatus', undefined), limits.statusHeartbeat)
    return () => clearInterval(timer)
  }, [])
}

/** Ends the session when this account logs in elsewhere; the login screen says so (docs/requirements/workspace.md, section 4). */
function useOtherLogin({ id }: SessionUser) {
  useLive('auth', ({ user }) => {
    if (user.id !== id) return
    setTimeout(() => location.reload(), numbers.reloadAfterOtherLogin)
    // A login in another tab of this browser has stored its own token by now; keep that session.
    if (holdsOwnToken()) endSession({ because: 'elsewhere' })
  })
}

/**
 * Applies changes of this user and of the company's settings. Refetches everything if the user's rights have changed.
 */
function useOwnChanges(me: SessionUser) {
  useLive('user', (event) => {
    if (event.action !== 'update' || event.user.id !== me.id) return
    const { tickets: _tickets, ...change } = event.user
    amendUser(change)
    if (seesOther(me, change)) void queries.invalidateQueries()
  })
  useLive('settings', ({ setting }) => amendSetting(setting.key, setting.value))
  useLive('company', ({ company: { name, timezone, plan } }) => amendCompany({ name, timezone, plan }))
}

/**
 * A blocked company works again in every window, also of users who may not pay, once its invoice is paid or the operator
 * has moved the due date or the days of grace. A company whose time has come is blocked there.
 */
function useSubscription() {
  const { t } = useTranslation()
  const congratulate = (dueDate: string) => {
    // The two events of a payment may come in one turn, so what was rendered may be older than the session.
    const now = session.get()
    if (now.status !== 'in' || dueDate === neverDue || dueDate <= now.user.company.dueDate.slice(0, 10)) return
    // The screens with invoices say it themselves.
    if (isAdmin(now.user) && !location.pathname.startsWith('/financeiro'))
      toast.success(t('session.renewed', { date: writtenDay(dueDate) }))
  }
  useLive('company', ({ company: { subscription } }) => {
    congratulate(subscription.dueDate)
    changeSubscription(subscription)
  })
  useLive('payment', ({ company }) => {
    const dueDate = company.dueDate ?? neverDue
    congratulate(dueDate)
    extendSubscription(dueDate)
    // The invoice may have begun another plan. Without an answer, the next token brings it.
    refreshSession().catch(() => undefined)
  })
}

function seesOther(before: SessionUser, change: Partial<SessionUser>): boolean {
  const rights = ({ profile, allTicket, allowGroup, queues }: Partial<SessionUser>) =>
    JSON.stringify([profile, allTicket, allowGroup, queues?.map((queue) => queue.id)])
  return rights(before) !== rights({ ...before, ...change })
}
