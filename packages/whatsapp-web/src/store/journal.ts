import { setImmediate as turnsEnd } from 'node:timers/promises'
import type { Inbound } from '@guiche/channel'
import type { HistoryChunk } from '../history/history-chunk.ts'
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
  #history: HistoryChunk[] = []
  #coming: Promise<Inbound[]>[] = []
  /** All that was given until now. */
  #written: Promise<void> = Promise.resolve()
  /** The next batch is not taken yet. */
  #isGathering = false
  #failure: unknown
  #isClosed = false

  constructor(store: SessionStore, onFailure: (error: unknown) => void) {
    this.#store = store
    this.#onFailure = onFailure
  }

  /** Takes nothing after this turn any more, in which keys and their message still find each other; what it has is written. */
  async close(): Promise<void> {
    await turnsEnd()
    this.#isClosed = true
    await this.settled().catch(() => {})
  }

  /**
   * Where the store does not answer, no frame leaves any more: the library would go on as if there were no such key or
   * message, and acknowledge what it could not read.
   */
  async read(kind: string, names?: readonly string[]): Promise<Map<string, string>> {
    try {
      return await this.#store.read(kind, names)
    } catch (error) {
      this.#fail(error)
      throw error
    }
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

  /** What is found out about something that has come: the keys that it used up are written with it, and not before. */
  expect(coming: Promise<Inbound[]>): void {
    if (this.#isClosed) return
    // Looked at below, in its turn.
    coming.catch(() => {})
    this.#coming.push(coming)
    this.#hurry()
  }

  remember(chunk: HistoryChunk): void {
    if (this.#isClosed) return
    this.#history.push(chunk)
    this.#hurry()
  }

  /** Resolves when all that was given until now is stored, whatever comes meanwhile; rejects for good once anything could not be. */
  async settled(): Promise<void> {
    await this.#written
    if (this.#failure !== undefined) throw this.#failure
  }

  #hurry(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    this.#written = this.#writeAfter(this.#written)
  }

  /**
   * The library hands over the keys that a decryption used up some microtasks before the plaintext: a whole turn goes
   * together, or a process that is killed in between would have the keys and never be able to read the message again.
   */
  async #writeAfter(before: Promise<void>): Promise<void> {
    await before
    await turnsEnd()
    try {
      while (this.#coming.length > 0) {
        for (const coming of this.#coming) this.#inbound.push(...(await coming))
        this.#coming = []
        await turnsEnd()
      }
      this.#isGathering = false
      if (this.#failure !== undefined) return
      await this.#store.write(this.#take())
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    if (this.#failure !== undefined) return
    this.#failure = error
    this.#onFailure(error)
  }

  #take(): Batch {
    const batch = { secrets: [...this.#secrets.values()], inbound: this.#inbound, history: this.#history }
    this.#secrets = new Map()
    this.#inbound = []
    this.#history = []
    return batch
  }
}
