import { type WAMessageKey, jidNormalizedUser, proto } from '@whiskeysockets/baileys'
import type { Journal } from '../store/journal.ts'

/** In ms. A phone that was off for longer asks in vain. */
const keptFor = 14 * 24 * 3_600_000
const kind = 'sent'

interface Options {
  journal: Journal
  /** Every address of the same chat. */
  namesOf: (jid: string) => Promise<string[]>
}

/** What we sent, for a phone that could not read it and asks again, be it days later and of another process. */
export class SentContents {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Before it leaves: it is written with the keys that encrypt it. */
  keep(id: string, to: string, content: proto.IMessage): void {
    const value = JSON.stringify({
      to,
      content: Buffer.from(proto.Message.encode(content).finish()).toString('base64'),
    })
    this.#options.journal.lay({ kind, name: id, value, until: new Date(Date.now() + keptFor) })
  }

  /** What was taken back is not said again. */
  forget(id: string): void {
    this.#options.journal.lay({ kind, name: id, value: null })
  }

  /** With what the phone of its owner would seal a change of it. */
  async secretOf(id: string): Promise<Uint8Array | undefined> {
    const text = (await this.#options.journal.read(kind, [id])).get(id)
    if (!text) return undefined
    const { messageContextInfo } = proto.Message.decode(Buffer.from(JSON.parse(text).content, 'base64'))
    return messageContextInfo?.messageSecret ?? undefined
  }

  /** Nothing for who was not meant: anybody may ask under any id. */
  async find({ id, remoteJid }: WAMessageKey): Promise<proto.IMessage | undefined> {
    const text = id && (await this.#options.journal.read(kind, [id])).get(id)
    if (!text || !remoteJid) return undefined
    const { to, content } = JSON.parse(text)
    return (await this.#areSame(to, remoteJid)) ? proto.Message.decode(Buffer.from(content, 'base64')) : undefined
  }

  /** A person has a number and an opaque id, and may ask under either; devices are all the same person's. */
  async #areSame(one: string, other: string): Promise<boolean> {
    const [ones, others] = await Promise.all([one, other].map((jid) => this.#options.namesOf(jidNormalizedUser(jid))))
    return others?.some((name) => ones?.includes(name)) === true
  }
}
