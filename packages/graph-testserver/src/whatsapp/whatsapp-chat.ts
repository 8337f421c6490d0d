import type { PhoneNumber } from '../business/phone-number.ts'
import { MediaFile } from '../media/media-file.ts'
import type { Person } from '../people/person.ts'
import { tellAccount } from '../webhooks/tell.ts'
import { type RingingCall, ring } from './calls.ts'
import { type Written, type WritingOptions, contactOf, write, writeAll } from './inbound.ts'
import { type StatusName, unixOf } from './message.ts'
import { choiceOf } from './choice.ts'
import { tellStatus } from './statuses.ts'

interface FileOptions extends WritingOptions {
  mimeType?: string
  caption?: string
  fileName?: string
  mediaId?: string
  /** Instead of the right one. */
  sha256?: string
}

/** What a person does in the conversation with a number. Each call ends when the webhook was tried. */
export class WhatsAppChat {
  readonly #person: Person
  readonly #number: PhoneNumber

  constructor(person: Person, number: PhoneNumber) {
    this.#person = person
    this.#number = number
  }

  text(body: string, options?: WritingOptions): Promise<Written> {
    return this.raw('text', { body }, options)
  }

  image(bytes: Buffer, options: FileOptions = {}): Promise<Written> {
    return this.#file('image', bytes, { mimeType: 'image/jpeg', ...options })
  }

  video(bytes: Buffer, options: FileOptions = {}): Promise<Written> {
    return this.#file('video', bytes, { mimeType: 'video/mp4', ...options })
  }

  audio(bytes: Buffer, options: FileOptions = {}): Promise<Written> {
    return this.#file('audio', bytes, { mimeType: 'audio/mpeg', ...options }, { voice: false })
  }

  /** Recorded in the chat. */
  voice(bytes: Buffer, options: FileOptions = {}): Promise<Written> {
    return this.#file('audio', bytes, { mimeType: 'audio/ogg; codecs=opus', ...options }, { voice: true })
  }

  document(bytes: Buffer, options: FileOptions = {}): Promise<Written> {
    const { fileName: filename = 'documento.pdf' } = options
    return this.#file('document', bytes, { mimeType: 'application/pdf', ...options }, { filename })
  }

  sticker(bytes: Buffer, options: FileOptions & { animated?: boolean } = {}): Promise<Written> {
    return this.#file('sticker', bytes, { mimeType: 'image/webp', ...options }, { animated: options.animated ?? false })
  }

  location(
    latitude: number,
    longitude: number,
    place: { name?: string; address?: string; url?: string } = {},
    options?: WritingOptions,
  ) {
    return this.raw('location', { latitude, longitude, ...place }, options)
  }

  contacts(cards: readonly object[], options?: WritingOptions): Promise<Written> {
    return this.raw('contacts', cards, options)
  }

  /** Answers a request for the contact: from now on the business knows the number. */
  shareContact(messageId: string, options?: WritingOptions): Promise<Written> {
    const { name, waId } = this.#person
    if (waId === undefined) throw new Error(`${name} has no number`)
    this.#number.threadWith(this.#person).numberKnownUntil = new Date(8.64e15)
    const vcard = `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL;type=CELL;waid=${waId}:+${waId}\nEND:VCARD`
    const names = { formatted_name: name, first_name: name.split(' ')[0] }
    const phones = [{ phone: `+${waId}`, type: 'CELL', wa_id: waId }]
    return this.contacts([{ name: names, phones, vcard, origin: 'contact_request' }], {
      replyTo: messageId,
      ...options,
    })
  }

  /** An emoji below a message, or none to take it back. */
  react(messageId: string, emoji: string | undefined, options?: WritingOptions): Promise<Written> {
    return this.raw('reaction', { message_id: messageId, ...(emoji !== undefined && { emoji }) }, options)
  }

  /** Taps a row of a list, a button of a message or a button of a template that the business sent. */
  choose(messageId: string, choice: string, options?: WritingOptions): Promise<Written> {
    const message = this.#number.messages.get(messageId)
    if (!message) throw new Error(`there is no message ${messageId}`)
    const { type, content } = choiceOf(message, choice)
    return this.raw(type, content, { replyTo: messageId, ...options })
  }

  /** The answer to a flow. */
  answerFlow(messageId: string, response: object, options?: WritingOptions): Promise<Written> {
    const nfm_reply = { name: 'flow', body: 'Sent', response_json: JSON.stringify(response) }
    return this.raw('interactive', { type: 'nfm_reply', nfm_reply }, { replyTo: messageId, ...options })
  }

  order(
    items: readonly object[],
    { catalogId = '194836987003835', text = '' } = {},
    options?: WritingOptions,
  ): Promise<Written> {
    return this.raw('order', { catalog_id: catalogId, text, product_items: items }, options)
  }

  /** Changes a text that was written before. */
  edit(messageId: string, body: string, options?: WritingOptions & { within?: object }): Promise<Written> {
    const message = { ...options?.within, type: 'text', text: { body } }
    return this.raw('edit', { original_message_id: messageId, message }, options)
  }

  revoke(messageId: string, options?: WritingOptions): Promise<Written> {
    return this.raw('revoke', { original_message_id: messageId }, options)
  }

  /** Something that the Cloud API cannot carry. */
  unsupported(kind = 'unknown', options?: WritingOptions): Promise<Written> {
    const error = {
      code: 131051,
      title: 'Message type unknown',
      message: 'Message type unknown',
      error_data: { details: 'Message type is currently not supported.' },
    }
    return this.raw('unsupported', { type: kind }, { ...options, beside: { errors: [error] } })
  }

  /** A file of more than 100 MB. */
  tooLarge(options?: WritingOptions): Promise<Written> {
    const error = {
      code: 131052,
      title: 'Media file size too big',
      message: 'Media file size too big',
      error_data: { details: 'Message size is too large.' },
    }
    return this.raw('unsupported', { type: 'video' }, { ...options, beside: { errors: [error] } })
  }

  /** Calls the number. Answers with what ends the call. */
  call(options?: { id?: string; at?: Date }): Promise<RingingCall> {
    return ring(this.#person, this.#number, options)
  }

  /** A message of any type, in any form. */
  raw(type: string, content: unknown, options?: WritingOptions): Promise<Written> {
    return write(this.#person, this.#number, type, content, options)
  }

  /** Several messages, which come in one webhook. */
  several(...items: readonly { type: string; content: unknown; options?: WritingOptions }[]): Promise<Written[]> {
    return writeAll(this.#person, this.#number, items)
  }

  /** The person gets another number; the id within the portfolio changes too. */
  async changeNumber(number: string, options: WritingOptions & { userId?: string } = {}): Promise<Written> {
    const person = this.#person
    const old = person.waId
    const previous = person.world.settings.tellsUserIds
      ? this.#number.account.business.renameUser(person, options.userId)
      : undefined
    const body = `User ${person.name} changed from ${old} to ${number}`
    const ids =
      previous === undefined
        ? {}
        : { user_id: person.userIdAt(this.#number.account.business), previous_user_id: previous }
    const written = await this.raw('system', { type: 'user_changed_number', body, wa_id: number, ...ids }, options)
    person.number = number
    person.waId = number
    return written
  }

  /** The id within the portfolio changes, and nothing else. */
  async changeUserId(options: WritingOptions & { userId?: string } = {}): Promise<Written> {
    const { business } = this.#number.account
    const previous_user_id = business.renameUser(this.#person, options.userId)
    const user_id = this.#person.userIdAt(business)
    const body = `User ${this.#person.name} changed from ${previous_user_id} to ${user_id}`
    return this.raw('system', { type: 'user_changed_user_id', body, user_id, previous_user_id }, options)
  }

  /** Reads everything, or these messages. */
  async read(...ids: string[]): Promise<void> {
    await this.#mark('read', ids)
  }

  /** Listens to a voice note. */
  async play(id: string): Promise<void> {
    await this.#mark('played', [id])
  }

  /** Wants no more marketing, or wants it again. */
  async changeMarketing(
    value: 'stop' | 'resume',
    { at = this.#person.world.clock.now() }: { at?: Date } = {},
  ): Promise<void> {
    const [person, number] = [this.#person, this.#number]
    person.marketingFailsWith = value === 'stop' ? 131050 : undefined
    const contact = contactOf(person, number)
    const preference = {
      ...('wa_id' in contact && { wa_id: contact.wa_id }),
      ...('user_id' in contact && { user_id: contact.user_id }),
      category: 'marketing_messages',
      value,
      detail:
        value === 'stop' ? 'User requested to stop marketing messages' : 'User requested to resume marketing messages',
      timestamp: Number(unixOf(at)),
    }
    const whole = {
      messaging_product: 'whatsapp',
      metadata: number.metadata,
      contacts: [contact],
      user_preferences: [preference],
    }
    await tellAccount(number.world, number.account, { field: 'user_preferences', value: whole, number })
  }

  async #mark(status: StatusName, ids: readonly string[]): Promise<void> {
    const meant = [...this.#number.messages.values()].filter(
      ({ id, direction, person, statuses }) =>
        direction === 'out' &&
        person === this.#person &&
        statuses.length > 0 &&
        !statuses.includes('failed') &&
        (ids.length === 0 ? !statuses.includes(status) : ids.includes(id)),
    )
    for (const message of meant) await tellStatus(this.#number, message, status)
  }

  #file(
    kind: string,
    bytes: Buffer,
    { mimeType = '', caption, mediaId, sha256, ...options }: FileOptions,
    others: object = {},
  ): Promise<Written> {
    const { world } = this.#number
    const expiresAt = new Date(world.clock.now().getTime() + world.settings.receivedMediaDays * 86_400_000)
    const media = world.directory.add(
      new MediaFile(this.#number, bytes, mimeType, {
        ...(mediaId !== undefined && { id: mediaId }),
        name: options.fileName,
        expiresAt,
      }),
    )
    const content = {
      id: media.id,
      mime_type: mimeType,
      sha256: sha256 ?? media.sha256('base64'),
      ...(world.settings.tellsMediaUrls && { url: media.url() }),
      ...(caption !== undefined && { caption }),
      ...others,
    }
    return this.raw(kind, content, options)
  }
}
