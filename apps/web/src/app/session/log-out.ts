import { api } from '@guiche/contract'
import { call } from '../../lib/api.ts'
import { storage } from '../../lib/browser/storage.ts'
import { showError } from '../../lib/cache/queries.ts'
import { endSession, holdsOwnSession } from '../../lib/session.ts'

/** Ends the session on the server. Without a connection it ends here only, and a toast says so. */
export async function logOut(): Promise<void> {
  // Calls are made with the token of the newer login.
  if (!holdsOwnSession()) return endSession()
  // Before the server answers, somebody may log in again in another tab.
  const token = storage.token.get()
  try {
    await call(api.logout)
  } catch (error) {
    showError(error)
  } finally {
    endSession({ token })
  }
}
