import type { Received } from '../people/inbox.ts'
import type { Person } from '../people/person.ts'
import type { SentFile, Talk } from './talks.ts'

interface Own {
  id: string
  text: string
  file?: SentFile | undefined
  note: string
  /** Only what was typed can be mended. */
  isTyped: boolean
}

/** The phone of a customer, as the page shows it: what was written on it, and what the shop wrote. */
export class Phone {
  readonly person: Person
  readonly #talk: Talk
  readonly #own: Own[] = []

  constructor(person: Person, talk: Talk) {
    this.person = person
    this.#talk = talk
  }

  async write(text: string): Promise<void> {
    this.#own.push({ id: await this.#talk.text(text), text, note: '', isTyped: true })
  }

  async send(file: SentFile): Promise<void> {
    this.#own.push({ id: await this.#talk.file(file), text: '', file, note: '', isTyped: false })
  }

  async sendPlace(): Promise<void> {
    this.#note(await this.#talk.somewhere(), '📍 Praça da Sé')
  }

  async sendCard(): Promise<void> {
    this.#note(await this.#talk.card(), '👤 Bia Ramos')
  }

  async edit(id: string, text: string): Promise<void> {
    await this.#talk.edit(id, text)
    Object.assign(this.#mine(id), { text, note: 'editada' })
  }

  async revoke(id: string): Promise<void> {
    await this.#talk.revoke(id)
    Object.assign(this.#mine(id), { text: '', file: undefined, note: 'apagada', isTyped: false })
  }

  async choose(id: string, choice: string): Promise<void> {
    this.#note(await this.#talk.choose(id, choice), choice)
  }

  react(id: string, emoji: string): Promise<void> {
    return this.#talk.react(id, emoji)
  }

  read(): Promise<void> {
    return this.#talk.read()
  }

  /** A phone that is off gets what was written when it is on again. */
  async turn(isOn: boolean): Promise<void> {
    if (isOn) await this.person.goOnline()
    else this.person.goOffline()
  }

  fail(isFailing: boolean): void {
    this.#talk.fail(isFailing)
  }

  file(id: string): { mimetype: string; data: Buffer } | undefined {
    const got = this.person.inbox.messages.find((message) => message.id === id)?.file
    const file = got ?? this.#own.find((message) => message.id === id)?.file
    return file && { mimetype: file.mimeType, data: file.bytes }
  }

  view() {
    const { place, deeds } = this.#talk
    const { name, number, username, isOnline } = this.person
    const messages = [...this.#own.map((one) => this.#viewOfOwn(one)), ...this.#received()]
    return {
      name,
      about: number === undefined ? (username === undefined ? '' : `@${username}`) : `+${number}`,
      place,
      deeds,
      isHeard: this.#talk.isHeard(),
      isOn: isOnline,
      isFailing: this.#talk.isFailing(),
      messages: messages.toSorted((one, other) => +one.at - +other.at),
    }
  }

  #viewOfOwn({ id, text, file, note, isTyped }: Own) {
    return {
      id,
      isOwn: true,
      isTyped,
      text,
      at: this.#talk.writtenAt(id) ?? new Date(),
      note,
      mimetype: file?.mimeType ?? null,
      fileName: file?.name ?? null,
      progress: this.#talk.isReadByShop(id) ? 'read' : 'delivered',
      choices: [],
    }
  }

  #received() {
    return this.person.inbox.messages.map((message) => ({
      id: message.id,
      isOwn: false,
      isTyped: false,
      text: wordsOf(message),
      at: message.at,
      note: message.quotes === undefined ? '' : 'resposta',
      mimetype: message.file?.mimeType ?? null,
      fileName: message.file?.name ?? null,
      progress: null,
      choices: this.#talk.choicesOf(message.id),
    }))
  }

  #note(id: string, text: string): void {
    this.#own.push({ id, text, note: '', isTyped: false })
  }

  #mine(id: string): Own {
    const own = this.#own.find((one) => one.id === id)
    if (!own) throw new Error(`nobody wrote ${id} here`)
    return own
  }
}

function wordsOf({ type, text, content }: Received): string {
  if (type === 'reaction') return `reagiu ${text}`
  if (type === 'location') return `📍 ${typeof content['name'] === 'string' ? content['name'] : 'um lugar'}`
  if (type === 'contacts') return '👤 um contato'
  return text
}
