import {
  type CompanyEvent,
  CompanySettings,
  type SessionUser,
  type SubscriptionState,
  daysBetween,
  neverDue,
  subscriptionState,
} from '@guiche/contract'
import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { parseJson } from './api-error.ts'
import { clearSessionKeys, storage } from './browser/storage.ts'
import { type EndReason, endedSession } from './browser/ended-session.ts'

export type SessionState =
  /** There is a stored token that the server has not confirmed yet. */
  | { status: 'starting' }
  | { status: 'out'; because?: EndReason }
  /** `returnTo`: the path that the user had open when their last session ended without them. */
  | { status: 'in'; user: SessionUser; isExpired: boolean; returnTo?: string }

let ownToken = storage.token.get()
let state: SessionState = ownToken ? { status: 'starting' } : { status: 'out' }
const listeners = new Set<() => void>()

/** The session, used by the router's guard, the socket and all components. */
export const session = {
  get: () => state,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

function setState(next: SessionState) {
  state = next
  for (const listener of listeners) listener()
}

interface Tokens {
  token: string
  publicToken: string
  user: SessionUser
}

/** Called after a login and after every renewal of the token. */
export function startSession({ token, publicToken, user }: Tokens): void {
  ownToken = token
  storage.token.set(token)
  storage.publicToken.set(publicToken)
  storage.companyId.set(String(user.companyId))
  storage.userId.set(String(user.id))
  storage.companyDueDate.set(user.company.dueDate)
  if (user.profileImage) storage.profileImage.set(user.profileImage)
  const returnTo = state.status === 'out' ? pathOf(user) : undefined
  endedSession.clear()
  setState({ status: 'in', user, isExpired: hasExpired(user), ...(returnTo !== undefined && { returnTo }) })
}

function pathOf({ id }: SessionUser): string | undefined {
  const ended = endedSession.get()
  return ended?.userId === String(id) ? ended.path : undefined
}

/** False when another tab has stored a newer token. */
export const holdsOwnToken = (): boolean => storage.token.get() === ownToken

/** False when somebody has logged in in another tab, and this one has not noticed. Renewed tokens are of one session. */
export const holdsOwnSession = (): boolean => sessionOf(storage.token.get()) === sessionOf(ownToken)

/** The newest token of this tab's session: another tab may have renewed it, or stored that of a newer login. */
export const tokenOfTab = (): string | undefined => (holdsOwnSession() ? storage.token.get() : ownToken)

const Claims = z.object({ sid: z.string() })

function sessionOf(token: string | undefined): string | undefined {
  const [, claims = ''] = token?.split('.') ?? []
  return Claims.safeParse(parseJson(textOf(claims))).data?.sid
}

/** Of base64url. */
function textOf(encoded: string): string {
  try {
    return atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}

interface Ended {
  /** Ended by the server, not by the user. */
  because?: EndReason
  /** Of the session that ended. Needed if another tab may have renewed it, so that this tab stored an older one. */
  token?: string | undefined
}

/** Ends the session of this tab. A token that another tab has stored for a new login is kept, with its keys. */
export function endSession({ because, token }: Ended = {}): void {
  const userId = state.status === 'in' ? String(state.user.id) : storage.userId.get()
  if (because && userId !== undefined && state.status !== 'out') endedSession.keep({ because, userId })
  const stored = storage.token.get()
  if (stored === undefined || stored === ownToken || stored === token) clearSessionKeys()
  if (state.status !== 'out') setState({ status: 'out', ...(because && { because }) })
}

/** Called when the server says so, whatever the local clock says. */
export function markExpired(): void {
  if (state.status === 'in' && !state.isExpired) setState({ ...state, isExpired: true })
}

/** An invoice was paid. */
export function extendSubscription(dueDate: string): void {
  if (state.status !== 'in') return
  const user = { ...state.user, company: { ...state.user.company, dueDate, isTrial: false } }
  storage.companyDueDate.set(dueDate)
  setState({ ...state, user, isExpired: hasExpired(user) })
}

/** Called when the server says so: a day has begun, or the operator has moved the due date or the days of grace. */
export function changeSubscription({ isBlocked, ...terms }: CompanyEvent['company']['subscription']): void {
  if (state.status !== 'in') return
  storage.companyDueDate.set(terms.dueDate)
  setState({
    ...state,
    user: { ...state.user, company: { ...state.user.company, ...terms } },
    isExpired: isBlocked,
  })
}

export function amendUser(change: Partial<SessionUser>): void {
  if (state.status === 'in') setState({ ...state, user: { ...state.user, ...change } })
}

export function amendCompany(change: Partial<SessionUser['company']>): void {
  if (state.status === 'in') amendUser({ company: { ...state.user.company, ...change } })
}

export function amendSetting(key: string, value: string): void {
  if (state.status !== 'in') return
  const pairs = pairsOf(state.user).filter((pair) => pair.key !== key)
  amendCompany({ companieSettings: [[...pairs, { key, value }]] })
}

export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.get)

/** The logged-in user; for components inside the private part. */
export function useMe(): SessionUser {
  const current = useSession()
  if (current.status !== 'in') throw new Error('useMe works only in a session')
  return current.user
}

/** The company's settings, with defaults for those never set. */
export function useCompanySettings(): CompanySettings {
  const me = useMe()
  return useMemo(
    () => CompanySettings.parse(Object.fromEntries(pairsOf(me).map(({ key, value }) => [key, value]))),
    [me],
  )
}

export const isAdmin = ({ profile }: Pick<SessionUser, 'profile'>): boolean => profile === 'admin'

function pairsOf(user: SessionUser) {
  return user.company.companieSettings[0] ?? []
}

type Subscriber = Pick<SessionUser['company'], 'id' | 'dueDate' | 'timezone'>

/**
 * Days until the subscription ends; the platform's own company never expires (docs/requirements/workspace.md, section
 * 3).
 */
export function daysLeft({ company }: { company: Subscriber }, now = new Date()): number {
  const dueDate = dueDateOf(company)
  return dueDate === null ? Infinity : daysBetween(dayThere(company, now), dueDate)
}

const dueDateOf = ({ id, dueDate }: Subscriber): string | null =>
  id === 1 || dueDate === neverDue ? null : dueDate.slice(0, 10)

/** YYYY-MM-DD in the company's time zone. */
const dayThere = ({ timezone }: Subscriber, now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(now)

/** By the clock of this device. What the server says wins. */
export const subscriptionOf = (
  { company }: { company: Subscriber & Pick<SessionUser['company'], 'graceDays' | 'isTrial'> },
  now = new Date(),
): SubscriptionState =>
  subscriptionState({
    dueDate: dueDateOf(company),
    today: dayThere(company, now),
    graceDays: company.graceDays,
    isTrial: company.isTrial,
  })

const hasExpired = (user: SessionUser): boolean => subscriptionOf(user).state === 'blocked'
