import { proto } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import type { Journal } from './journal.ts'
import { type SealedEdit, authorsOf, openEdit, sealedEditIn } from './sealed-edits.ts'
import type { SentContents } from './sent-contents.ts'
import type { SessionStore } from './session-store.ts'
import { type Arrived, type Own, chatOf } from './to-inbound.ts'

const kind = 'message'
const waitingKind = 'waiting-edits'
const all = 'all'

/** In ms. A message is changed within a quarter of an hour; that can reach us after days in which we had no line. */
const keptFor = 3 * 24 * 3_600_000
/** Nearly every message that is changed has come a moment ago. */
const mostAtHand = 2000
const mostWaiting = 100

interface Parts {
  journal: Journal
  hasMessage: SessionStore['hasMessage']
  /** What we sent. */
  contents: SentContents
}

/** The secrets that messages bring, which open what is sealed for who has read them. */
export class MessageSecrets {
  readonly #journal: Journal
  readonly #hasMessage: SessionStore['hasMessage']
  readonly #contents: SentContents
  readonly #atHand = new LRUCache<string, Uint8Array>({ max: mostAtHand })
  /** Edits that came before their message, as after one that had to be asked for again; by the message. */
  readonly #waiting = new LRUCache<string, Arrived[]>({ max: mostWaiting })

  private constructor({ journal, hasMessage, contents }: Parts) {
    this.#journal = journal
    this.#hasMessage = hasMessage
    this.#contents = contents
  }

  static async open(parts: Parts): Promise<MessageSecrets> {
    const secrets = new MessageSecrets(parts)
    const written = (await parts.journal.read(waitingKind, [all])).get(all)
    for (const [target, edits] of written ? waitingIn(written) : []) secrets.#waiting.set(target, edits)
    return secrets
  }

  /** What has come, an edit out of its seal; and behind a message the edits of it that came before. At once, as far as it can be. */
  open(arrived: Arrived, own: Own): Arrived[] | Promise<Arrived[]> {
    const sealed = sealedEditIn(arrived.message)
    if (!sealed) return [arrived, ...this.#keep(arrived, own)]
    const atHand = this.#atHand.get(sealed.externalId)
    return atHand ? [opened(arrived, sealed, atHand, own)] : this.#openLater(arrived, sealed, own)
  }

  /** Its secret is written with it; not of what is for no person. */
  #keep({ key, category, secret }: Arrived, own: Own): Arrived[] {
    if (!key.id || !secret?.length || category === 'peer' || !chatOf(key)) return []
    this.#atHand.set(key.id, secret)
    const value = Buffer.from(secret).toString('base64')
    this.#journal.lay({ kind, name: key.id, value, until: new Date(Date.now() + keptFor) })
    return this.#takeWaiting(key.id).flatMap((edit) => {
      const sealed = sealedEditIn(edit.message)
      return sealed ? [opened(edit, sealed, secret, own)] : []
    })
  }

  /** Of a message that is here, and whose secret is not, nobody will ever open it: it is told as something that cannot be read. */
  async #openLater(arrived: Arrived, sealed: SealedEdit, own: Own): Promise<Arrived[]> {
    const secret = await this.#find(sealed.externalId)
    if (secret) return [opened(arrived, sealed, secret, own)]
    if (await this.#hasMessage(sealed.externalId)) return [arrived]
    this.#waiting.set(sealed.externalId, [...(this.#waiting.get(sealed.externalId) ?? []), arrived])
    this.#layWaiting()
    return []
  }

  async #find(id: string): Promise<Uint8Array | undefined> {
    const value = (await this.#journal.read(kind, [id])).get(id)
    if (value !== undefined) return Buffer.from(value, 'base64')
    // It may have come while we read.
    return this.#atHand.get(id) ?? (await this.#contents.secretOf(id))
  }

  #takeWaiting(target: string): Arrived[] {
    const edits = this.#waiting.get(target)
    if (!edits) return []
    this.#waiting.delete(target)
    this.#layWaiting()
    return edits
  }

  #layWaiting(): void {
    const value = this.#waiting.size > 0 ? wordsOf([...this.#waiting]) : null
    this.#journal.lay({ kind: waitingKind, name: all, value, until: new Date(Date.now() + keptFor) })
  }
}

const opened = (arrived: Arrived, sealed: SealedEdit, secret: Uint8Array, own: Own): Arrived => ({
  ...arrived,
  message: openEdit(sealed, secret, authorsOf(arrived.key, own)) ?? arrived.message,
})

/** As text, from the most lately used on. */
const wordsOf = (waiting: [string, Arrived[]][]): string =>
  JSON.stringify(
    waiting.map(([target, edits]) => [
      target,
      edits.map(({ key, category, pushName, at, message }) => ({
        key,
        category,
        pushName,
        at,
        message: Buffer.from(proto.Message.encode(message).finish()).toString('base64'),
      })),
    ]),
  )

function waitingIn(text: string): [string, Arrived[]][] {
  const written: [string, (Omit<Arrived, 'message' | 'secret'> & { message: string })[]][] = JSON.parse(text)
  return written.toReversed().map(([target, edits]) => [
    target,
    edits.map(({ message, ...rest }) => ({
      ...rest,
      secret: undefined,
      message: proto.Message.decode(Buffer.from(message, 'base64')),
    })),
  ])
}
