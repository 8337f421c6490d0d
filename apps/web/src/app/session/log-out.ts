import { api } from '@guiche/contract'
import { call } from '../../lib/api.ts'
import { showError } from '../../lib/cache/queries.ts'
import { endSession, tokenOfTab } from '../../lib/session.ts'

/** Ends the session on the server. Without a connection it ends here only, and a toast says so. */
export async function logOut(): Promise<void> {
  // Before the server answers, somebody may log in again in another tab.
  const token = tokenOfTab()
  try {
    await call(api.logout, undefined, { token: tokenOfTab })
  } catch (error) {
    showError(error)
  } finally {
    endSession({ token })
  }
}
