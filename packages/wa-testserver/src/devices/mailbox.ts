import type { Stanza } from '../wire/nodes.ts'

/** The stanzas that wait for a client's confirmation, across reconnects. */
export class Mailbox {
  readonly #waiting: { key: string; stanza: Stanza }[] = []

  get stanzas(): Stanza[] {
    return this.#waiting.map(({ stanza }) => stanza)
  }

  put(stanza: Stanza): void {
    const key = keyOf(stanza.tag, stanza.attrs['id'], stanza.attrs['type'])
    // Only the last copy of a message is kept: a phone may send the same message twice.
    const index = stanza.tag === 'message' ? this.#find(key) : -1
    if (index < 0) this.#waiting.push({ key, stanza })
    else this.#waiting[index] = { key, stanza }
  }

  /** Removes the oldest stanza that matches this confirmation. */
  remove(stanzaClass: string, id: string | undefined, type: string | undefined): void {
    const index = this.#find(keyOf(stanzaClass, id, type))
    if (index >= 0) this.#waiting.splice(index, 1)
  }

  #find(key: string): number {
    return this.#waiting.findIndex((one) => one.key === key)
  }
}

/** A message is confirmed by a receipt of any type; everything else by an ack of its own type. */
function keyOf(stanzaClass: string, id: string | undefined, type: string | undefined): string {
  return stanzaClass === 'message' ? `message:${id}` : `${stanzaClass}:${id}:${type ?? ''}`
}
