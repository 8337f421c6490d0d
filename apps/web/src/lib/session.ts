import { CompanySettings, type SessionUser, neverDue } from '@guiche/contract'
import { useMemo, useSyncExternalStore } from 'react'
import { clearSessionKeys, storage } from './browser/storage.ts'

export type SessionState =
  /** A token is kept, and the server has not been asked yet. */
  | { status: 'starting' }
  | { status: 'out'; because?: 'expired' }
  | { status: 'in'; user: SessionUser; isExpired: boolean }

let ownToken = storage.token.get()
let state: SessionState = ownToken ? { status: 'starting' } : { status: 'out' }
const listeners = new Set<() => void>()

/** Who is logged in. One truth for the guard of the routes, the socket and every component. */
export const session = {
  get: () => state,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

function become(next: SessionState) {
  state = next
  for (const listener of listeners) listener()
}

interface Tokens {
  token: string
  publicToken: string
  user: SessionUser
}

/** After a login, and after every renewal of the token. */
export function startSession({ token, publicToken, user }: Tokens): void {
  ownToken = token
  storage.token.set(token)
  storage.publicToken.set(publicToken)
  storage.companyId.set(String(user.companyId))
  storage.userId.set(String(user.id))
  storage.companyDueDate.set(user.company.dueDate)
  if (user.profileImage) storage.profileImage.set(user.profileImage)
  become({ status: 'in', user, isExpired: hasExpired(user) })
}

/** False when another tab of this browser has stored a newer one. */
export const holdsOwnToken = (): boolean => storage.token.get() === ownToken

/** `expired`: the server has ended it, not the person. */
export function endSession(because?: 'expired'): void {
  clearSessionKeys()
  if (state.status !== 'out') become({ status: 'out', ...(because && { because }) })
}

/** The server says so, whatever this browser's clock may think. */
export function markExpired(): void {
  if (state.status === 'in' && !state.isExpired) become({ ...state, isExpired: true })
}

export function amendUser(change: Partial<SessionUser>): void {
  if (state.status === 'in') become({ ...state, user: { ...state.user, ...change } })
}

export function amendSetting(key: string, value: string): void {
  if (state.status !== 'in') return
  const { company } = state.user
  const pairs = pairsOf(state.user).filter((pair) => pair.key !== key)
  amendUser({ company: { ...company, companieSettings: [[...pairs, { key, value }]] } })
}

export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.get)

/** The person who is logged in; for components inside the private part. */
export function useMe(): SessionUser {
  const current = useSession()
  if (current.status !== 'in') throw new Error('Nobody is logged in')
  return current.user
}

/** Settings of the company, with what they are when nobody has chosen. */
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

/** Days until the subscription ends; the platform's own company never does (docs/requirements/workspace.md, section 3). */
export function daysLeft({ company }: Pick<SessionUser, 'company'>, now = new Date()): number {
  if (company.id === 1 || company.dueDate === neverDue) return Infinity
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: company.timezone }).format(now)
  return Math.round((Date.parse(company.dueDate.slice(0, 10)) - Date.parse(today)) / 86_400_000)
}

function hasExpired(user: SessionUser): boolean {
  return daysLeft(user) <= 0
}
