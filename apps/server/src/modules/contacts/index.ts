import type { Parts } from '#platform/parts'
import './contacts.facts.ts'
import { contactsLive } from './contacts.live.ts'
import { contactsRoutes } from './contacts.routes.ts'

export { maskNumber, maskNumbersIn } from './mask-number.ts'

export function registerContacts(parts: Parts): void {
  contactsRoutes(parts)
  contactsLive(parts)
}
