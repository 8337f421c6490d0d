import type { Stanza } from '../wire/nodes.ts'

/** What waits for a client until it confirms that it has it, across reconnects. */
export class Mailbox {
  readonly #waiting = new Map<string, Stanza>()

  get stanzas(): Stanza[] {
    return [...this.#waiting.values()]
  }

  put(stanza: Stanza): void {
    this.#waiting.set(keyOf(stanza.tag, stanza.attrs['id'], stanza.attrs['type']), stanza)
  }

  /** Forgets a stanza by what its confirmation says of it. */
  remove(stanzaClass: string, id: string | undefined, type: string | undefined): void {
    this.#waiting.delete(keyOf(stanzaClass, id, type))
  }
}

/** A message is confirmed by a receipt of any type; everything else by an ack of its own type. */
function keyOf(stanzaClass: string, id: string | undefined, type: string | undefined): string {
  return stanzaClass === 'message' ? `message:${id}` : `${stanzaClass}:${id}:${type ?? ''}`
}
