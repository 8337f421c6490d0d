import type { PhoneContact } from '@guiche/channel'
import type { Contact, WASocket } from '@whiskeysockets/baileys'
import { identityOf } from '../inbound/jid.ts'
import type { Log } from '../library/log.ts'
import type { Journal } from '../store/journal.ts'
import { numberIn } from './addresses.ts'

/** Which version of each part of the shared settings is known, and the part with the phone book. */
const versions = 'app-state-sync-version'
const bookPart = 'critical_unblock_low'

interface Deps {
  sock: WASocket
  journal: Journal
  log: Log
}

/** Stores whom the phone knows: its phone book, and the people in the history that it sends when it is linked. */
export class PhoneBook {
  readonly #deps: Deps
  /** Resolves when everything heard so far is with the journal. */
  #heard: Promise<void> = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
    const { ev } = deps.sock
    // Without a name it was removed from the phone book.
    ev.on('contacts.upsert', (contacts) =>
      this.#hear(contacts.map((contact) => ({ contact, isKnown: Boolean(contact.name) }))),
    )
    ev.on('messaging-history.set', ({ contacts, chats }) => {
      const chatIds = new Set(chats.map(({ id }) => id))
      // The others are members of groups, for example, whom the phone tells only by the name that they chose.
      this.#hear(contacts.map((contact) => ({ contact, isKnown: Boolean(contact.name) || chatIds.has(contact.id) })))
    })
  }

  /**
   * Reads the whole phone book again, and resolves when it is stored. WhatsApp sends only what is newer than the known
   * version, so that version is forgotten first.
   */
  async read(): Promise<void> {
    const { sock, journal } = this.#deps
    await sock.authState.keys.set({ [versions]: { [bookPart]: null } })
    await sock.resyncAppState([bookPart], true)
    // The library would hold the contacts back for a moment.
    sock.ev.flush()
    await this.#heard
    await journal.settled()
  }

  #hear(people: { contact: Contact; isKnown: boolean }[]): void {
    const { journal, log } = this.#deps
    this.#heard = Promise.all([this.#heard, ...people.map((one) => this.#read(one))])
      .then(([, ...found]) => journal.meet(found.flatMap((one) => one ?? [])))
      .catch((err: unknown) =>
        log.warn({ err, event: 'whatsapp.phone-book-not-read' }, 'could not read contacts of a phone'),
      )
  }

  /** Undefined: a group, the account itself, or somebody without a known number. */
  async #read({ contact, isKnown }: { contact: Contact; isKnown: boolean }): Promise<PhoneContact | undefined> {
    const { id, name = '', notify: pushName = '' } = contact
    const all = [contact.phoneNumber, id, contact.lid].flatMap((jid) => identityOf(jid) ?? [])
    const lid = all.find(({ kind }) => kind === 'lid')?.value
    const number = all.find(({ kind }) => kind === 'phone')?.value ?? (await this.#numberOf(lid))
    if (!number || number === numberIn(this.#deps.sock.user?.id)) return undefined
    return { number, ...(lid !== undefined && { lid }), name, pushName, isKnown }
  }

  async #numberOf(lid: string | undefined): Promise<string | undefined> {
    if (lid === undefined) return undefined
    const { lidMapping } = this.#deps.sock.signalRepository
    return identityOf(await lidMapping.getPNForLID(`${lid}@lid`))?.value
  }
}
