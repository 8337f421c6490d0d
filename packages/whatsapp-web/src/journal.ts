import { setImmediate as turnsEnd } from 'node:timers/promises'
import type { Inbound } from '@guiche/channel'
import type { Batch, Secret, SessionStore } from './session-store.ts'

/**
 * What a session must not lose, in the order in which it came: keys, and what the network sent. It is written in batches,
 * each of them whole or not at all: a message that is stored and the keys that its decryption used up belong together.
 */
export class Journal {
  readonly #store: SessionStore
  readonly #onFailure: (error: unknown) => void
  #secrets = new Map<string, Secret>()
  #inbound: Inbound[] = []
  #writing: Promise<void> | undefined
  #failure: unknown
  #isClosed = false

  constructor(store: SessionStore, onFailure: (error: unknown) => void) {
    this.#store = store
    this.#onFailure = onFailure
  }

  /** Takes nothing any more; what it has is written. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.settled().catch(() => {})
  }

  keep(secrets: Secret[]): void {
    if (this.#isClosed) return
    for (const secret of secrets) this.lay(secret)
    this.#hurry()
  }

  /** Is written with what comes next. */
  lay(secret: Secret): void {
    if (!this.#isClosed) this.#secrets.set(`${secret.kind} ${secret.name}`, secret)
  }

  receive(inbound: Inbound[]): void {
    if (this.#isClosed) return
    this.#inbound.push(...inbound)
    this.#hurry()
  }

  /** Resolves when all that was given until now is stored; rejects for good once anything could not be. */
  async settled(): Promise<void> {
    while (this.#writing) await this.#writing
    if (this.#failure !== undefined) throw this.#failure
  }

  #hurry(): void {
    this.#writing ??= this.#writeAll()
  }

  /**
   * The library hands over the keys that a decryption used up some microtasks before the plaintext: a whole turn goes
   * together, or a process that is killed in between would have the keys and never be able to read the message again.
   */
  async #writeAll(): Promise<void> {
    await turnsEnd()
    while (this.#failure === undefined && (this.#secrets.size > 0 || this.#inbound.length > 0)) {
      try {
        await this.#store.write(this.#take())
        await turnsEnd()
      } catch (error) {
        this.#failure = error
        this.#onFailure(error)
      }
    }
    this.#writing = undefined
  }

  #take(): Batch {
    const batch = { secrets: [...this.#secrets.values()], inbound: this.#inbound }
    this.#secrets = new Map()
    this.#inbound = []
    return batch
  }
}
