import { z } from 'zod'
import { parseJson } from './api-error.ts'
import { session } from './session.ts'
import { storage } from './browser/storage.ts'

const Kept = z.object({ userId: z.string(), value: z.unknown() })

/**
 * Survives a reload of this window and nothing else: it goes with the session (R20, S72). It is of the person who wrote
 * it: a tab that slept hears of no logout, and may wake for somebody else.
 */
export function sessionShelf<T>(key: string, isValid: (value: unknown) => value is T, nothing: T) {
  const clear = () => attempt(() => sessionStorage.removeItem(key))
  return {
    read(): T {
      const { userId, value } = Kept.safeParse(attempt(() => parseJson(sessionStorage.getItem(key) ?? ''))).data ?? {}
      if (userId === storage.userId.get() && isValid(value)) return value
      clear()
      return nothing
    },
    write(value: T): void {
      const userId = storage.userId.get()
      if (userId === undefined) clear()
      else attempt(() => sessionStorage.setItem(key, JSON.stringify({ userId, value })))
    },
  }
}

/** Calls when nobody is logged in any more. */
export function onLogout(forget: () => void): () => void {
  return session.subscribe(() => {
    if (session.get().status === 'out') forget()
  })
}

/** A browser may refuse its storage (private mode, full). */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
