import { setImmediate as turnsEnd } from 'node:timers/promises'
import type { Inbound, PhoneContact } from '@guiche/channel'
import type { HistoryChunk } from '../history/history-chunk.ts'
import type { Batch, Secret, SessionStore } from './session-store.ts'

/**
 * Writes keys and inbound events of a session in order, in atomic batches. A message and the keys that its decryption used
 * up must be stored together.
 */
export class Journal {
  readonly #store: SessionStore
  readonly #onFailure: (error: unknown) => void
  #secrets = new Map<string, Secret>()
  #inbound: Inbound[] = []
  #history: HistoryChunk[] = []
  #phoneBook: PhoneContact[] = []
  #coming: Promise<Inbound[]>[] = []
  /** Resolves when everything given so far is written. */
  #written: Promise<void> = Promise.resolve()
  /** A batch is scheduled and still takes entries. */
  #isGathering = false
  #failure: unknown
  #isClosed = false

  constructor(store: SessionStore, onFailure: (error: unknown) => void) {
    this.#store = store
    this.#onFailure = onFailure
  }

  /** Accepts entries until the end of this turn, so that a message and its keys stay together; then writes the rest. */
  async close(): Promise<void> {
    await turnsEnd()
    this.#isClosed = true
    await this.settled().catch(() => {})
  }

  /**
   * A failed read closes the connection as well. Otherwise the library would go on as if the key or message did not exist,
   * and acknowledge what it could not decrypt.
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

  /** Adds it to the next batch without scheduling one. */
  lay(secret: Secret): void {
    if (!this.#isClosed) this.#secrets.set(`${secret.kind} ${secret.name}`, secret)
  }

  receive(inbound: Inbound[]): void {
    if (this.#isClosed) return
    this.#inbound.push(...inbound)
    this.#hurry()
  }

  /** Inbound events that take time to determine. Keys that were used up for them are written with them, not before. */
  expect(coming: Promise<Inbound[]>): void {
    if (this.#isClosed) return
    // A failure is handled when the batch is written.
    coming.catch(() => {})
    this.#coming.push(coming)
    this.#hurry()
  }

  remember(chunk: HistoryChunk): void {
    if (this.#isClosed) return
    this.#history.push(chunk)
    this.#hurry()
  }

  meet(people: PhoneContact[]): void {
    if (this.#isClosed || people.length === 0) return
    this.#phoneBook.push(...people)
    this.#hurry()
  }

  /** Resolves when everything given so far is stored. Once a write has failed, it always rejects. */
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
   * The library hands over the used keys some microtasks before the plaintext, so everything of one turn is written
   * together. Otherwise a crash in between would keep the used keys and lose the message for ever.
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
    const batch = {
      secrets: [...this.#secrets.values()],
      inbound: this.#inbound,
      history: this.#history,
      phoneBook: this.#phoneBook,
    }
    this.#secrets = new Map()
    this.#phoneBook = []
    this.#inbound = []
    this.#history = []
    return batch
  }
}
