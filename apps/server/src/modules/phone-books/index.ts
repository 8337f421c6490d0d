import type { Channels } from '#channels/registry'
import type { Deps } from '#platform/deps'
import type { CreateLimiter } from '#platform/security/rate-limits'
import { forgetPhoneContacts } from './phone-contacts.repository.ts'
import { phoneBooksRoutes } from './phone-books.routes.ts'

export { forgetPhoneContacts, keepPhoneContacts, removePhoneContacts } from './phone-contacts.repository.ts'

interface Wiring {
  channels: Channels
  createLimiter: CreateLimiter
}

export function registerPhoneBooks(deps: Deps, wiring: Wiring): void {
  phoneBooksRoutes(deps, wiring)
  deps.followers.within('connection.deleted', (ctx, { connectionId }) => forgetPhoneContacts(ctx, connectionId))
}
