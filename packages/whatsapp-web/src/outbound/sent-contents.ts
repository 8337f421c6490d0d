import { type WAMessageKey, jidNormalizedUser, proto } from '@whiskeysockets/baileys'
import type { Journal } from '../store/journal.ts'

/** In ms: how long a phone can ask for a message again. */
const keptFor = 14 * 24 * 3_600_000
const kind = 'sent'

interface Options {
  journal: Journal
  /** Every address of the same chat. */
  namesOf: (jid: string) => Promise<string[]>
}

/** Stores sent messages, so that any process can send them again to a phone that could not decrypt them. */
export class SentContents {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Call it before sending: it is stored with the keys that encrypt the message. */
  keep(id: string, to: string, content: proto.IMessage): void {
    const value = JSON.stringify({
      to,
      content: Buffer.from(proto.Message.encode(content).finish()).toString('base64'),
    })
    this.#options.journal.lay({ kind, name: id, value, until: new Date(Date.now() + keptFor) })
  }

  /** A deleted message must not be sent again. */
  forget(id: string): void {
    this.#options.journal.lay({ kind, name: id, value: null })
  }

  /** The secret with which our own phone would encrypt an edit of it. */
  async secretOf(id: string): Promise<Uint8Array | undefined> {
    const text = (await this.#options.journal.read(kind, [id])).get(id)
    if (!text) return undefined
    const { messageContextInfo } = proto.Message.decode(Buffer.from(JSON.parse(text).content, 'base64'))
    return messageContextInfo?.messageSecret ?? undefined
  }

  /** Only for the original recipient, because anybody can ask with any id. */
  async find({ id, remoteJid }: WAMessageKey): Promise<proto.IMessage | undefined> {
    const text = id && (await this.#options.journal.read(kind, [id])).get(id)
    if (!text || !remoteJid) return undefined
    const { to, content } = JSON.parse(text)
    return (await this.#areSame(to, remoteJid)) ? proto.Message.decode(Buffer.from(content, 'base64')) : undefined
  }

  /** A person can ask with phone number or LID and from any device. */
  async #areSame(one: string, other: string): Promise<boolean> {
    const [ones, others] = await Promise.all([one, other].map((jid) => this.#options.namesOf(jidNormalizedUser(jid))))
    return others?.some((name) => ones?.includes(name)) === true
  }
}
