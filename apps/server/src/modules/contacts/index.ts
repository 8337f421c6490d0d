import type { Channels } from '#channels/registry'
import type { CompanyWorker } from '#platform/work/company-worker'
import type { Deps } from '#platform/deps'
import type { CreateLimiter } from '#platform/security/rate-limits'
import { defineBlocking } from './block-contact.ts'
import { type NumberCheck, createNumberCheck } from './check-number.ts'
import './contacts.facts.ts'
import { contactsLive } from './contacts.live.ts'
import { contactsRoutes } from './contacts.routes.ts'
import { createPictureFetching } from './fetch-pictures.ts'
import { serveNoPicture } from './no-picture.ts'
import { type Pictures, createPictures } from './request-pictures.ts'

export { type NumberCheck, NotAsked } from './check-number.ts'
export { contactCards } from './contact-cards.ts'
export { againIfTaken, createContact, createContacts, digitsOf, getContact, refusingTaken } from './save-contact.ts'
export { type SpeakerPart, presentContact, presentNumber, presentPicture, speakerOf } from './contacts.presenter.ts'
export {
  type ContactRow,
  addFields,
  addIdentities,
  completeContacts,
  contactHasTickets,
  contactsByNumber,
  findContacts,
  insertContacts,
  keepConsent,
  lockContact,
  nameContact,
  numberKeysOf,
  removeContact,
  setNumber,
} from './contacts.repository.ts'
export { ownersOf, replaceIdentities } from './identities.repository.ts'
export { type ContactFilter, isFoundContact, nextContacts, searchContacts } from './list-contacts.ts'
export {
  type JoinedTickets,
  type MergeRecord,
  type MergeRow,
  type MovedConversation,
  type TicketPreview,
  endMerge,
  giveBack,
  listMerges,
  moveIdentities,
  moveContactData,
  insertMerge,
} from './merged-contacts.repository.ts'
export { cleanName, keepGroup } from './keep-group.ts'
export type { Pictures } from './request-pictures.ts'
export { maskNumber, maskNumbersIn, maskOwnNumberIn } from './mask-number.ts'

interface Wiring {
  /** For queries about people at their networks. */
  channels: Channels
  createLimiter: CreateLimiter
}

interface Contacts {
  numbers: NumberCheck
  pictures: Pictures
  /** Runs in the processes that run sessions. */
  pictureFetching: CompanyWorker
}

export function registerContacts(deps: Deps, wiring: Wiring): Contacts {
  const numbers = createNumberCheck(deps, wiring)
  const pictures = createPictures(deps)
  contactsRoutes(deps, { channels: wiring.channels, numbers, pictures })
  contactsLive(deps)
  serveNoPicture(deps)
  defineBlocking(deps, wiring.channels)
  return { numbers, pictures, pictureFetching: createPictureFetching(deps, wiring.channels) }
}
