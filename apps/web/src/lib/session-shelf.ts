import { z } from 'zod'
import { parseJson } from './api-error.ts'
import { session } from './session.ts'
import { storage } from './browser/storage.ts'

const Kept = z.object({ userId: z.string(), value: z.unknown() })

/**
 * Survives a reload of this window and nothing else: it goes with the session, and nothing is written after its end (R20,
 * S72). It is of the person who wrote it: a tab that slept hears of no logout, and may wake for somebody else.
 */
export function sessionShelf<T>(key: string, isValid: (value: unknown) => value is T, nothing: T) {
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
 * Calls when nobody is logged in any more, and again when somebody else is: what was on its way at the end may have come
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

/** The person of this window. What the browser keeps of the session may already be another tab's. */
function ownUserId(): string | undefined {
  const current = session.get()
  if (current.status === 'in') return String(current.user.id)
  return current.status === 'starting' ? storage.userId.get() : undefined
}

/** A browser may refuse its storage (private mode, full). */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
