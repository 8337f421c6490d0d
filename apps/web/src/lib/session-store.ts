import { z } from 'zod'
import { parseJson } from './api-error.ts'
import { session } from './session.ts'
import { storage } from './browser/storage.ts'

const Kept = z.object({ userId: z.string(), value: z.unknown() })

/**
 * A value that survives a reload of this window but not the session; nothing is written after the session's end (R20,
 * S72). It belongs to the user who wrote it: a suspended tab does not notice a logout and may wake up in another user's
 * session.
 */
export function sessionStore<T>(key: string, isValid: (value: unknown) => value is T, nothing: T) {
  const clear = () => attempt(() => sessionStorage.removeItem(key))
  return {
    read(): T {
      const { userId, value } = Kept.safeParse(attempt(() => parseJson(sessionStorage.getItem(key) ?? ''))).data ?? {}
      if (userId !== undefined && userId === ownUserId() && isValid(value)) return value
      clear()
      return nothing
    },
    write(value: T): void {
      const userId = ownUserId()
      if (userId === undefined) clear()
      else attempt(() => sessionStorage.setItem(key, JSON.stringify({ userId, value })))
    },
  }
}

/**
 * Calls `forget` after a logout, and again when another user logs in: answers to calls of the old session may have arrived
 * in between.
 */
export function onLogout(forget: () => void): () => void {
  let last = ownUserId()
  return session.subscribe(() => {
    const userId = ownUserId()
    if (userId === undefined || userId !== last) forget()
    last = userId
  })
}

interface OfUser {
  /** Nothing of it may stay, as after a logout. */
  forget: () => void
  /** The server has ended the session, as after a login elsewhere. The user may log in again. */
  suspend: () => void
  /** Called whenever the same user is logged in, also if nothing was suspended. */
  resume: () => void
}

/** For what a user must not lose when the server ends their session: it stays in the memory of this window for them alone. */
export function overSessions({ forget, suspend, resume }: OfUser): () => void {
  let owner = ownUserId()
  return session.subscribe(() => {
    const current = session.get()
    if (current.status === 'out' && current.because) return suspend()
    const userId = ownUserId()
    if (userId !== undefined && userId === owner) return resume()
    owner = userId
    forget()
  })
}

/** The user of this window. The stored id may already be that of another tab's session. */
function ownUserId(): string | undefined {
  const current = session.get()
  if (current.status === 'in') return String(current.user.id)
  return current.status === 'starting' ? storage.userId.get() : undefined
}

/** Browsers may refuse storage (private mode, quota). */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
