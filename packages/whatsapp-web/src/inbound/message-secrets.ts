import { proto } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import type { Journal } from '../store/journal.ts'
import { type SealedEdit, authorsOf, openEdit, sealedEditIn } from './sealed-edits.ts'
import type { SentContents } from '../outbound/sent-contents.ts'
import type { Secret, SessionStore } from '../store/session-store.ts'
import { type Arrived, type Own, chatOf } from './to-inbound.ts'

const kind = 'message'
const waitingKind = 'waiting-edit'

/** In ms. Edits are possible for 15 minutes, but can arrive after days offline. */
const keptFor = 3 * 24 * 3_600_000
/** Cached in memory, because most edits follow soon after the message. */
const maxCached = 2000
const maxWaiting = 100
/** In bytes. */
const secretLength = 32
const longestWaiting = 128 * 1024

interface Deps {
  journal: Journal
  hasMessage: SessionStore['hasMessage']
  /** The messages that we sent. */
  contents: SentContents
}

/** An edit that arrived before its message. */
interface Waiting {
  sealed: SealedEdit
  arrived: Arrived
}

/** Stores the secrets of messages and decrypts sealed edits with them. */
export class MessageSecrets {
  readonly #deps: Deps
  /** By message and author, so that a reused id of somebody else's message changes nothing. */
  readonly #cached = new LRUCache<string, Uint8Array>({ max: maxCached })
  /** Waiting edits by their own ids, oldest first. */
  readonly #waiting: Map<string, Waiting>

  private constructor(deps: Deps, waiting: Map<string, Waiting>) {
    this.#deps = deps
    this.#waiting = waiting
  }

  static async open(deps: Deps): Promise<MessageSecrets> {
    const written = [...(await deps.journal.read(waitingKind))].map(([id, text]) => [id, arrivedIn(text)] as const)
    const waiting = written.flatMap(([id, arrived]) => {
      const sealed = sealedEditIn(arrived.message)
      return sealed ? [[id, { sealed, arrived }] as const] : []
    })
    return new MessageSecrets(deps, new Map(waiting.toSorted((one, other) => one[1].arrived.at - other[1].arrived.at)))
  }

  /**
   * Decrypts an edit; for a message also returns edits that came before it. Synchronous if the secret is in memory.
   * Rejects only if the store does.
   */
  open(arrived: Arrived, own: Own): Arrived[] | Promise<Arrived[]> {
    const sealed = sealedEditIn(arrived.message)
    if (!sealed) return [arrived, ...this.#keep(arrived, own)]
    const secret = this.#cachedSecretOf(sealed, arrived, own)
    return secret ? [opened(arrived, sealed, secret, own)] : this.#openLater(arrived, sealed, own)
  }

  /** Stores the secret with its message, only for messages in chats. */
  #keep({ key, category, secret: received }: Arrived, own: Own): Arrived[] {
    if (!key.id || received?.length !== secretLength || category === 'peer' || !chatOf(key)) return []
    const authors = authorsOf(key, own)
    // A copy, because a view would keep the whole buffer in memory.
    const secret = Uint8Array.from(received)
    const name = nameOf(key.id, authors.find(isOpaque) ?? authors[0] ?? '')
    this.#cached.set(name, secret)
    this.#lay({ kind, name, value: Buffer.from(secret).toString('base64') })
    const edits = [...this.#waiting].filter(
      ([, { sealed, arrived }]) =>
        sealed.externalId === key.id && authorsOf(arrived.key, own).some((author) => authors.includes(author)),
    )
    for (const [id] of edits) this.#drop(id)
    return edits.map(([, { sealed, arrived }]) => opened(arrived, sealed, secret, own))
  }

  /** If the message is stored without a secret, the edit can never be decrypted and is shown as unreadable. */
  async #openLater(arrived: Arrived, sealed: SealedEdit, own: Own): Promise<Arrived[]> {
    const secret = await this.#find(sealed, arrived, own)
    if (secret) return [opened(arrived, sealed, secret, own)]
    const isHere = await this.#deps.hasMessage(sealed.externalId)
    // The message may have arrived during the query.
    const late = this.#cachedSecretOf(sealed, arrived, own)
    if (late) return [opened(arrived, sealed, late, own)]
    return isHere ? [arrived] : this.#wait(arrived, sealed)
  }

  async #find(sealed: SealedEdit, arrived: Arrived, own: Own): Promise<Uint8Array | undefined> {
    const written = await this.#deps.journal.read(kind, namesFor(sealed, arrived, own))
    const [value] = written.values()
    if (value !== undefined) return Buffer.from(value, 'base64')
    return arrived.key.fromMe ? this.#deps.contents.secretOf(sealed.externalId) : undefined
  }

  #cachedSecretOf(sealed: SealedEdit, arrived: Arrived, own: Own): Uint8Array | undefined {
    return namesFor(sealed, arrived, own)
      .map((name) => this.#cached.get(name))
      .find((secret) => secret !== undefined)
  }

  /** Keeps only the envelope. Above the limit the oldest one is shown as unreadable. */
  #wait(arrived: Arrived, sealed: SealedEdit): Arrived[] {
    const { id } = arrived.key
    if (!id || sealed.payload.length > longestWaiting) return [arrived]
    const { secretEncryptedMessage } = arrived.message
    const envelope = {
      ...arrived,
      message: { secretEncryptedMessage: secretEncryptedMessage ?? null },
      secret: undefined,
    }
    this.#waiting.set(id, { sealed, arrived: envelope })
    this.#lay({ kind: waitingKind, name: id, value: wordsOf(envelope) })
    const [oldest] = this.#waiting
    if (this.#waiting.size <= maxWaiting || !oldest) return []
    this.#drop(oldest[0])
    return [oldest[1].arrived]
  }

  #drop(id: string): void {
    this.#waiting.delete(id)
    this.#lay({ kind: waitingKind, name: id, value: null })
  }

  #lay(secret: Secret): void {
    this.#deps.journal.lay({ ...secret, until: new Date(Date.now() + keptFor) })
  }
}

const isOpaque = (address: string) => address.endsWith('@lid')
const nameOf = (messageId: string, author: string) => `${messageId} ${author}`
const namesFor = ({ externalId }: SealedEdit, { key }: Arrived, own: Own) =>
  authorsOf(key, own).map((author) => nameOf(externalId, author))

const opened = (arrived: Arrived, sealed: SealedEdit, secret: Uint8Array, own: Own): Arrived => ({
  ...arrived,
  message: openEdit(sealed, secret, authorsOf(arrived.key, own)) ?? arrived.message,
})

const wordsOf = ({ key, category, pushName, at, message }: Arrived): string =>
  JSON.stringify({
    key,
    category,
    pushName,
    at,
    message: Buffer.from(proto.Message.encode(message).finish()).toString('base64'),
  })

function arrivedIn(text: string): Arrived {
  const { message, ...rest }: Omit<Arrived, 'message' | 'secret'> & { message: string } = JSON.parse(text)
  return { ...rest, secret: undefined, message: proto.Message.decode(Buffer.from(message, 'base64')) }
}
