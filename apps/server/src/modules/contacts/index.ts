import type { Channels } from '#channels/registry'
import type { Parts } from '#platform/parts'
import type { CreateLimiter } from '#platform/rate-limits'
import { defineBlocking } from './block-contact.ts'
import { type NumberCheck, createNumberCheck } from './check-number.ts'
import './contacts.facts.ts'
import { contactsLive } from './contacts.live.ts'
import { contactsRoutes } from './contacts.routes.ts'

export type { NumberCheck } from './check-number.ts'
export { putNumber } from './contacts.repository.ts'
export { cleanName, keepGroup } from './keep-group.ts'
export { maskNumber, maskNumbersIn } from './mask-number.ts'

interface Wiring {
  /** Which networks can be asked about people. */
  channels: Channels
  createLimiter: CreateLimiter
}

export function registerContacts(parts: Parts, wiring: Wiring): { numbers: NumberCheck } {
  const numbers = createNumberCheck(parts, wiring)
  contactsRoutes(parts, { channels: wiring.channels, numbers })
  contactsLive(parts)
  defineBlocking(parts, wiring.channels)
  return { numbers }
}
