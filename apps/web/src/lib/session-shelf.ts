import { parseJson } from './api-error.ts'
import { session } from './session.ts'

/** Survives a reload of this window and nothing else: it goes with the session (R20, S72). */
export function sessionShelf<T>(key: string, isValid: (value: unknown) => value is T, nothing: T) {
  return {
    read(): T {
      const value = attempt(() => parseJson(sessionStorage.getItem(key) ?? ''))
      return isValid(value) ? value : nothing
    },
    write(value: T): void {
      attempt(() => sessionStorage.setItem(key, JSON.stringify(value)))
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
