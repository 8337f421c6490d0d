import type { Absence, Inbound } from '@guiche/channel'
import type { BinaryNode } from '@whiskeysockets/baileys'

/**
 * One rule says what was missed (docs/adr/0006): the network marks it as kept for us, or it was written before the network
 * let us in, by the network's own clock. Before the first line there was nothing to miss.
 */
export class AbsenceRule {
  readonly #since: Date | undefined
  readonly #kept = new WeakSet<BinaryNode>()
  #until: { here: Date; there: number } | undefined

  constructor(since: Date | undefined) {
    this.#since = since
  }

  /** The network has let us in. */
  end({ attrs }: BinaryNode): void {
    this.#until = { here: new Date(), there: Number(attrs['t']) || 0 }
  }

  /** Of every stanza, before anybody else has it in hand: whether the network kept it for us. */
  notice(stanza: BinaryNode): void {
    if (stanza.attrs['offline'] !== undefined) this.#kept.add(stanza)
  }

  /** What came with this stanza, marked where it was missed. */
  mark(inbound: Inbound[], stanza: BinaryNode): Inbound[] {
    const [since, until] = [this.#since, this.#until]
    if (!since || !until) return inbound
    if (!this.#kept.has(stanza) && !(Number(stanza.attrs['t']) < until.there)) return inbound
    const missed: Absence = { since: since.toISOString(), until: until.here.toISOString() }
    return inbound.map((one) => (one.kind === 'message' ? { ...one, missed } : one))
  }
}
