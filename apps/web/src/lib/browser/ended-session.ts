import { z } from 'zod'
import { parseJson } from '../api-error.ts'

/** Why a session ended without its user: another login of theirs, or the server did not accept it any more. */
export type EndReason = 'elsewhere' | 'expired'

const EndedSession = z.object({
  because: z.enum(['elsewhere', 'expired']),
  userId: z.string(),
  /** The path that was open. It names a ticket by its id only. */
  path: z.string().regex(/^\/(?!\/)/),
})
type EndedSession = z.output<typeof EndedSession>

const key = 'endedSession'

/**
 * The session of this tab that ended without its user: the login screen shows the reason, and the next login of the same
 * user opens the same screen. It survives the reload that follows.
 */
export const endedSession = {
  keep: (ended: Omit<EndedSession, 'path'>): void =>
    attempt(() => {
      const path = location.pathname === '/login' ? '/' : location.pathname
      sessionStorage.setItem(key, JSON.stringify({ ...ended, path }))
    }),
  get: (): EndedSession | undefined =>
    EndedSession.safeParse(attempt(() => parseJson(sessionStorage.getItem(key) ?? ''))).data,
  clear: (): void => attempt(() => sessionStorage.removeItem(key)),
}

/** Browsers may refuse storage (private mode, quota). */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
