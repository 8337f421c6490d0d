import type { Received } from '../people/inbox.ts'
import type { Person } from '../people/person.ts'
import type { Done, SentFile, Talk } from './talks.ts'

interface Own {
  id: string
  text: string
  file?: SentFile | undefined
  note: string
  /** Only what was typed can be mended. */
  isTyped: boolean
  at: Date
}

/** What was written for the shop without the product. */
interface FromOutside {
  /** Such as "No celular da loja". */
  place: string
  /** What it was changed to. */
  text?: string
  isGone: boolean
}

/** The phone of a customer, as the page shows it: what was written on it, and what the shop wrote. */
export class Phone {
  readonly person: Person
  readonly #talk: Talk
  readonly #own: Own[] = []
  readonly #outside = new Map<string, FromOutside>()
  readonly #reactions = new Map<string, string>()

  constructor(person: Person, talk: Talk) {
    this.person = person
    this.#talk = talk
  }

  async write(text: string, replyTo?: string): Promise<void> {
    const id = await this.#talk.text(text, replyTo)
    this.#keep({ id, text }, { note: replyTo === undefined ? '' : 'resposta', isTyped: true })
  }

  async send(file: SentFile): Promise<void> {
    this.#keep({ id: await this.#talk.file(file), text: '', file })
  }

  async sendPlace(): Promise<void> {
    this.#keep({ id: await this.#talk.somewhere(), text: '📍 Praça da Sé' })
  }

  async sendCard(): Promise<void> {
    this.#keep({ id: await this.#talk.card(), text: '👤 Bia Ramos' })
  }

  async sendKind(name: string): Promise<void> {
    const kind = this.#talk.kinds[name]
    if (!kind) throw new Error(`there is no ${name} on ${this.#talk.place}`)
    this.#keep(await kind.send())
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
    this.#keep({ id: await this.#talk.choose(id, choice), text: choice })
  }

  /** The same emoji again takes it off. */
  async react(id: string, emoji: string): Promise<void> {
    const isTaken = this.#reactions.get(id) === emoji
    await this.#talk.react(id, isTaken ? undefined : emoji)
    if (isTaken) this.#reactions.delete(id)
    else this.#reactions.set(id, emoji)
  }

  read(): Promise<void> {
    return this.#talk.read()
  }

  listen(id: string): Promise<void> {
    return this.#talk.listen(id)
  }

  /** Somebody of the shop writes to this customer without the product. */
  async writeOutside(place: string, text: string): Promise<void> {
    const { outside, label } = this.#outsideAt(place)
    this.#outside.set(await outside.write(place, text), { place: label, isGone: false })
  }

  async sendOutside(place: string, picture: SentFile): Promise<void> {
    const { outside, label } = this.#outsideAt(place)
    this.#outside.set(await outside.send(place, picture), { place: label, isGone: false })
  }

  async editOutside(id: string, text: string): Promise<void> {
    const { change, edit } = this.#changing(id)
    if (!edit) throw new Error('there are no edits here')
    await edit(id, text)
    change.text = text
  }

  async revokeOutside(id: string): Promise<void> {
    const { change, revoke } = this.#changing(id)
    if (!revoke) throw new Error('nothing is taken back here')
    await revoke(id)
    change.isGone = true
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
    const { place, deeds, kinds, outside } = this.#talk
    const { name, isOnline } = this.person
    const messages = [...this.#own.map((one) => this.#viewOfOwn(one)), ...this.#received()]
    return {
      name,
      about: this.#about(),
      place,
      deeds,
      kinds: Object.entries(kinds).map(([kind, { label }]) => ({ kind, label })),
      outside: outside && {
        places: outside.places,
        edits: outside.edit !== undefined,
        revokes: outside.revoke !== undefined,
      },
      isHeard: this.#talk.isHeard(),
      isOn: isOnline,
      isFailing: this.#talk.isFailing(),
      messages: messages.toSorted((one, other) => +one.at - +other.at),
    }
  }

  #about(): string {
    const { number, username, hidesNumber } = this.person
    const own = number === undefined || hidesNumber ? (username === undefined ? '' : `@${username}`) : `+${number}`
    return [own, this.#talk.with && `para ${this.#talk.with}`].filter(Boolean).join(' · ')
  }

  #viewOfOwn({ id, text, file, note, isTyped, at }: Own) {
    return {
      id,
      isOwn: true,
      isTyped,
      text,
      at: this.#talk.writtenAt(id) ?? at,
      note,
      mimetype: file?.mimeType ?? null,
      fileName: file?.name ?? null,
      progress: this.#talk.isReadByShop(id) ? 'read' : 'delivered',
      choices: [],
      reaction: null,
      isFromOutside: false,
    }
  }

  #received() {
    return this.person.inbox.messages.map((message) => {
      const outside = this.#outside.get(message.id)
      const isGone = outside?.isGone === true
      const notes = [
        message.quotes === undefined ? '' : 'resposta',
        outside?.place.toLowerCase() ?? '',
        isGone ? 'apagada' : outside?.text === undefined ? '' : 'editada',
      ]
      return {
        id: message.id,
        isOwn: false,
        isTyped: false,
        text: isGone ? '' : (outside?.text ?? wordsOf(message)),
        at: message.at,
        note: notes.filter(Boolean).join(' · '),
        mimetype: isGone ? null : (message.file?.mimeType ?? null),
        fileName: message.file?.name ?? null,
        progress: null,
        choices: this.#talk.choicesOf(message.id),
        reaction: this.#reactions.get(message.id) ?? null,
        isFromOutside: outside !== undefined && !isGone,
      }
    })
  }

  #keep({ id = `done ${this.#own.length}`, text, file }: Done, { note = '', isTyped = false } = {}): void {
    this.#own.push({ id, text, file, note, isTyped, at: this.person.world.clock.now() })
  }

  #mine(id: string): Own {
    const own = this.#own.find((one) => one.id === id)
    if (!own) throw new Error(`nobody wrote ${id} here`)
    return own
  }

  #outsideAt(place: string) {
    const { outside } = this.#talk
    const label = outside?.places[place]
    if (!outside || label === undefined) throw new Error(`nobody answers ${this.person.name} in ${place}`)
    return { outside, label }
  }

  #changing(id: string) {
    const change = this.#outside.get(id)
    if (!change) throw new Error(`${id} was not written outside`)
    return { change, edit: this.#talk.outside?.edit, revoke: this.#talk.outside?.revoke }
  }
}

function wordsOf({ type, text, content }: Received): string {
  if (type === 'reaction') return `reagiu ${text}`
  if (type === 'location') return `📍 ${typeof content['name'] === 'string' ? content['name'] : 'um lugar'}`
  if (type === 'contacts') return '👤 um contato'
  return text
}
