import type { Parts } from '#platform/parts'
import './contacts.facts.ts'
import { contactsLive } from './contacts.live.ts'
import { contactsRoutes } from './contacts.routes.ts'

export { presentContact } from './contacts.presenter.ts'
export { type ContactRow, findContacts } from './contacts.repository.ts'
export { maskNumber, maskNumbersIn } from './mask-number.ts'
export { getContact } from './save-contact.ts'

export function registerContacts(parts: Parts): void {
  contactsRoutes(parts)
  contactsLive(parts)
}
