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
  /** The messages that we sent. */
  contents: SentContents
  absence: AbsenceRule
  /** A function, because the socket does not exist yet when this is created. */
  sock: () => WASocket
  /** Whether calls may ring; otherwise they are refused. */
  takesCalls(): Promise<boolean>
  /** Something was received in this chat. */
  onChat(jid: string | undefined): void
}

/** Converts each stanza to inbound events and passes them to the journal. */
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
      onTimeout: (placeholder) => incoming.#hear(placeholder, stanzaOf(placeholder)),
    })
    const incoming = new Incoming(deps, secrets, missing)
    return incoming
  }

  /** Call it with every stanza before it is decrypted. */
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

  /** Call it after connecting: the phone may be online again. */
  askForMissing(): void {
    this.#missing.askAgain()
  }

  close(): void {
    this.#missing.close()
  }

  get #own(): Own {
    return ownOf(this.#deps.sock())
  }

  /** Decrypts sealed edits on the way, if necessary with secrets from the database. */
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

  /** A stanza that cannot be read must not end the session (security S78). */
  #safely<T>(read: () => T[]): T[] {
    try {
      return read()
    } catch (err) {
      this.#deps.log.error({ err, event: 'whatsapp.stanza-unreadable' }, 'could not read a stanza from WhatsApp')
      return []
    }
  }
}

/** A stand-in stanza with the time of the original message, for content that arrives later. */
const stanzaOf = ({ at }: Arrived): BinaryNode => ({ tag: 'message', attrs: { t: String(at) } })
