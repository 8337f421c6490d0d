import type { Inbound } from '@guiche/channel'
import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'
import { historyIn } from '../history/history-chunk.ts'
import { callToInbound, refuseCall } from '../inbound/calls.ts'
import { MessageSecrets } from '../inbound/message-secrets.ts'
import { MissingContents } from '../inbound/missing-contents.ts'
import { receiptToInbound } from '../inbound/receipts.ts'
import { type Arrived, type Own, arrivedIn, toInbound } from '../inbound/to-inbound.ts'
import type { Log } from '../library/log.ts'
import { tellDelivered } from '../library/tell-delivered.ts'
import type { SentContents } from '../outbound/sent-contents.ts'
import type { Journal } from '../store/journal.ts'
import type { SessionStore } from '../store/session-store.ts'
import type { AbsenceRule } from './absence.ts'
import { ownOf } from './addresses.ts'

interface Deps {
  store: SessionStore
  journal: Journal
  log: Log
  /** What we sent. */
  contents: SentContents
  absence: AbsenceRule
  /** It exists when the first stanza comes. */
  sock: () => WASocket
  /** Whether the phone is to ring now; otherwise who calls is refused. */
  takesCalls(): Promise<boolean>
  /** Something was told of this chat. */
  onChat(jid: string | undefined): void
}

/** Turns each stanza into what it tells the house, and gives that to the journal. */
export class Incoming {
  readonly #deps: Deps
  readonly #secrets: MessageSecrets
  readonly #missing: MissingContents

  private constructor(deps: Deps, secrets: MessageSecrets, missing: MissingContents) {
    this.#deps = deps
    this.#secrets = secrets
    this.#missing = missing
  }

  static async open(deps: Deps): Promise<Incoming> {
    const { journal, contents, store, sock } = deps
    const secrets = await MessageSecrets.open({ journal, contents, hasMessage: (id) => store.hasMessage(id) })
    const missing = await MissingContents.open({
      journal,
      ask: (key) => sock().requestPlaceholderResend(key),
      onSilence: (placeholder) => incoming.#hear(placeholder, stanzaOf(placeholder)),
    })
    const incoming = new Incoming(deps, secrets, missing)
    return incoming
  }

  /** Of every stanza, before it is decrypted. */
  notice(stanza: BinaryNode): void {
    for (const arrived of this.#safely(() => this.#missing.notice(stanza, this.#own))) this.#hear(arrived, stanza)
  }

  decrypted(stanza: BinaryNode, plaintext: Uint8Array): void {
    const own = this.#own
    for (const arrived of this.#safely(() => [arrivedIn(stanza, plaintext, own)])) {
      this.#hear(arrived, stanza)
      for (const answer of this.#safely(() => this.#missing.answersIn(arrived))) this.#hear(answer, stanzaOf(answer))
    }
    for (const chunk of this.#safely(() => historyIn(stanza, plaintext, own))) this.#deps.journal.remember(chunk)
  }

  unreadable(stanza: BinaryNode): void {
    const { sock, store, log } = this.#deps
    tellDelivered(sock(), store, stanza).catch((err: unknown) =>
      log.warn({ err, event: 'whatsapp.receipt-not-repeated' }, 'could not send the receipt of a message again'),
    )
  }

  receipt(stanza: BinaryNode): void {
    this.#deps.journal.receive(this.#safely(() => receiptToInbound(stanza)))
  }

  call(stanza: BinaryNode): void {
    const { journal, absence, sock, takesCalls, log } = this.#deps
    journal.receive(this.#safely(() => absence.mark(callToInbound(stanza, this.#own), stanza)))
    void refuseCall(sock(), stanza, takesCalls)
      .then((refused) => journal.receive(refused))
      .catch((err: unknown) => log.warn({ err, event: 'whatsapp.call-not-refused' }, 'could not refuse a call'))
  }

  /** The phone may be on again. */
  askForMissing(): void {
    this.#missing.askAgain()
  }

  close(): void {
    this.#missing.close()
  }

  get #own(): Own {
    return ownOf(this.#deps.sock())
  }

  /** Sealed edits are opened on the way, if need be with secrets from the database. */
  #hear(arrived: Arrived, stanza: BinaryNode): void {
    const { journal } = this.#deps
    const [opened = [arrived]] = this.#safely(() => [this.#secrets.open(arrived, this.#own)])
    if (opened instanceof Promise) journal.expect(opened.then((all) => this.#told(all, stanza)))
    else journal.receive(this.#told(opened, stanza))
  }

  #told(arrived: Arrived[], stanza: BinaryNode): Inbound[] {
    const { absence, onChat } = this.#deps
    const inbound = arrived.flatMap((one) => this.#safely(() => absence.mark(toInbound(one, this.#own), stanza)))
    if (inbound.length > 0) onChat(arrived[0]?.key.remoteJid ?? undefined)
    return inbound
  }

  /** One stanza that cannot be read ends nothing (security S78). */
  #safely<T>(read: () => T[]): T[] {
    try {
      return read()
    } catch (err) {
      this.#deps.log.error({ err, event: 'whatsapp.stanza-unreadable' }, 'could not read a stanza from WhatsApp')
      return []
    }
  }
}

/** As if what is told later had come when it was written. */
const stanzaOf = ({ at }: Arrived): BinaryNode => ({ tag: 'message', attrs: { t: String(at) } })
