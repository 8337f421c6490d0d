import type { Absence, Inbound } from '@guiche/channel'
import type { BinaryNode } from '@whiskeysockets/baileys'

/**
 * Decides which messages were missed (docs/adr/0006): those that WhatsApp marks as offline, or that were written before
 * this login by WhatsApp's clock. Before the first connection nothing can be missed.
 */
export class AbsenceRule {
  readonly #since: Date | undefined
  readonly #kept = new WeakSet<BinaryNode>()
  #until: { here: Date; there: number } | undefined

  constructor(since: Date | undefined) {
    this.#since = since
  }

  /** Call it with the login's success stanza. */
  end({ attrs }: BinaryNode): void {
    this.#until = { here: new Date(), there: Number(attrs['t']) || 0 }
  }

  /** Call it with every stanza before other code changes it: remembers the offline mark. */
  notice(stanza: BinaryNode): void {
    if (stanza.attrs['offline'] !== undefined) this.#kept.add(stanza)
  }

  /** Adds the absence to messages of this stanza that were missed. */
  mark(inbound: Inbound[], stanza: BinaryNode): Inbound[] {
    const [since, until] = [this.#since, this.#until]
    if (!since || !until) return inbound
    if (!this.#kept.has(stanza) && !(Number(stanza.attrs['t']) < until.there)) return inbound
    const missed: Absence = { since: since.toISOString(), until: until.here.toISOString() }
    return inbound.map((one) => (one.kind === 'message' ? { ...one, missed } : one))
  }
}
