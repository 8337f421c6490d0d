import { someMessageId } from '../ids.ts'
import { MediaFile } from '../media/media-file.ts'
import type { Received } from '../people/inbox.ts'
import type { Person } from '../people/person.ts'
import { unixOf } from '../whatsapp/message.ts'
import { tellAccount } from '../webhooks/tell.ts'
import type { PhoneNumber } from './phone-number.ts'

export interface PastMessage {
  isFromBusiness: boolean
  type: string
  content?: object
  at: Date
  /** In capitals, such as READ. */
  status: string
  id?: string
  /** Told later, in a webhook of its own: the message is a `media_placeholder` until then. */
  file?: PastFile
}

interface PastFile {
  /** Such as image. */
  type: string
  bytes: Buffer
  mimeType: string
  caption?: string
}

interface WritingOptions {
  id?: string
  at?: Date
  /** What the customer sees of it. */
  file?: Received['file']
}

export interface PastThread {
  person: Person
  messages: PastMessage[]
}

export interface PastChunk {
  /** 0: the last day; 1: the last 90; 2: the last 180. */
  phase: 0 | 1 | 2
  order: number
  /** Percent. */
  progress: number
  threads: PastThread[]
}

/** The app on the phone that uses a number beside the Cloud API. */
export class PhoneApp {
  /** The phone's contacts, told when an app asks for them. */
  readonly contacts: { name: string; number: string }[] = []
  /** What was written before, told when an app asks for it. */
  readonly past: PastChunk[] = []
  /** The business has turned the history off. */
  sharesHistory = true
  /** Since when the number is on both. */
  readonly onboardedAt: Date
  readonly asked = new Set<string>()
  readonly #number: PhoneNumber

  constructor(number: PhoneNumber) {
    this.#number = number
    this.onboardedAt = number.world.clock.now()
  }

  /** Somebody writes on the phone: the apps get an echo. */
  async text(person: Person, body: string, options: { id?: string; at?: Date } = {}): Promise<{ id: string }> {
    return this.write(person, 'text', { body }, options)
  }

  async write(
    person: Person,
    type: string,
    content: object,
    { id = someMessageId(this.#number.display), at, file }: WritingOptions = {},
  ) {
    const number = this.#number
    const moment = at ?? number.world.clock.now()
    const toKnown = number.knowsNumberOf(person) ? { to: person.waId } : {}
    const ofUser = number.world.settings.tellsUserIds ? { to_user_id: person.userIdAt(number.account.business) } : {}
    const echo = { from: number.display, ...toKnown, ...ofUser, id, timestamp: unixOf(moment), type, [type]: content }
    const text = 'body' in content && typeof content.body === 'string' ? content.body : ''
    person.inbox.add({ id, from: number.id, type, text, content: { ...content }, file, at: moment })
    number.messages.set(id, {
      id,
      direction: 'out',
      person,
      to: person.waId ?? '',
      type,
      content: { ...content },
      at: moment,
      statuses: [],
    })
    await this.#tell('smb_message_echoes', { message_echoes: [echo] })
    return { id }
  }

  /** Somebody sends a file from the phone. */
  async send(person: Person, file: PastFile): Promise<{ id: string }> {
    const { type, bytes, mimeType } = file
    return this.write(person, type, this.#stored(file, 'base64'), { file: { bytes, mimeType, name: undefined } })
  }

  /** A contact is saved or removed on the phone. */
  async changeContact(action: 'add' | 'remove', name: string, number: string): Promise<void> {
    await this.#tell('smb_app_state_sync', { state_sync: [this.#contact(action, name, number)] })
  }

  /** What an app gets that asked for it. */
  async sync(what: 'smb_app_state_sync' | 'history'): Promise<void> {
    if (what === 'smb_app_state_sync') {
      const state_sync = this.contacts.map(({ name, number }) => this.#contact('add', name, number))
      if (state_sync.length > 0) await this.#tell(what, { state_sync })
      return
    }
    if (!this.sharesHistory) {
      const message = 'History sync is turned off by the business from the WhatsApp Business App'
      await this.#tell(what, {
        history: [{ errors: [{ code: 2593109, title: message, message, error_data: { details: message } }] }],
      })
      return
    }
    const messages = this.past.flatMap(({ threads }) => threads.flatMap((thread) => thread.messages))
    // Told again, they have the same ids.
    for (const message of messages) message.id ??= someMessageId(this.#number.display)
    for (const chunk of this.past) await this.#tell(what, { history: [this.#chunk(chunk)] })
    for (const file of this.past.flatMap(({ threads }) => threads.flatMap((thread) => this.#filesIn(thread))))
      await this.#tell(what, { messages: [file] })
  }

  /** Somebody changes on the phone what was written there. */
  async edit(person: Person, id: string, body: string): Promise<void> {
    const message = { type: 'text', text: { body } }
    await this.#change(person, { type: 'edit', edit: { original_message_id: id, message } })
  }

  async revoke(person: Person, id: string): Promise<void> {
    await this.#change(person, { type: 'revoke', revoke: { original_message_id: id } })
  }

  async #change(person: Person, content: object): Promise<void> {
    const number = this.#number
    const known = { from: number.display, to: person.waId, id: someMessageId(number.display) }
    const echo = { ...known, timestamp: unixOf(number.world.clock.now()), ...content }
    await this.#tell('smb_message_echoes', { message_echoes: [echo] })
  }

  #contact(action: 'add' | 'remove', name: string, phone_number: string) {
    const contact =
      action === 'add' ? { full_name: name, first_name: name.split(' ')[0], phone_number } : { phone_number }
    return { type: 'contact', contact, action, metadata: { timestamp: unixOf(this.#number.world.clock.now()) } }
  }

  /** Such a webhook names the customer, whoever has written. */
  #filesIn({ person, messages }: PastThread) {
    return messages.flatMap(({ id, at, file }) => {
      if (!file) return []
      const { type } = file
      return { from: person.waId, id, timestamp: unixOf(at), type, [type]: this.#stored(file, 'hex') }
    })
  }

  #stored({ bytes, mimeType, caption }: PastFile, encoding: 'hex' | 'base64') {
    const { world } = this.#number
    const expiresAt = new Date(world.clock.now().getTime() + world.settings.receivedMediaDays * 86_400_000)
    const stored = world.directory.add(new MediaFile(this.#number, bytes, mimeType, { expiresAt }))
    return { id: stored.id, mime_type: mimeType, sha256: stored.sha256(encoding), ...(caption && { caption }) }
  }

  #chunk({ phase, order, progress, threads }: PastChunk) {
    const shown = threads.map(({ person, messages }) => ({
      id: person.waId,
      messages: messages.map(({ isFromBusiness, type, content, at, status, id }) => ({
        from: isFromBusiness ? this.#number.display : person.waId,
        ...(isFromBusiness && { to: person.waId }),
        id,
        timestamp: unixOf(at),
        type,
        ...(content && { [type]: content }),
        history_context: { status },
      })),
    }))
    return { metadata: { phase, chunk_order: order, progress }, threads: shown }
  }

  #tell(field: string, value: object): Promise<void> {
    const number = this.#number
    const whole = { messaging_product: 'whatsapp', metadata: number.metadata, ...value }
    return tellAccount(number.world, number.account, { field, value: whole, number })
  }
}
