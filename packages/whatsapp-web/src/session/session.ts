import type { Readable } from 'node:stream'
import { FetchHeld, type Doing, type Outbound, type Question, type SendResult, pauseAfter } from '@guiche/channel'
import { DisconnectReason } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import { isLinked } from '../store/auth-state.ts'
import { askOn } from './ask.ts'
import { unlinkOnNewConnections } from './unlink.ts'
import { type EndReason, reconnectPause } from './disconnects.ts'
import type { ConnectionEnd } from './library-events.ts'
import { WaConnection, type WaConnectionOptions } from './wa-connection.ts'
import { quietLibsignal } from '../library/quiet-libsignal.ts'
import { MediaGone, fetchMedia } from '../media/fetch-media.ts'
import { fetchPicture } from '../media/fetch-picture.ts'
import { MediaSource } from '../media/media-source.ts'
import { originalIdOf } from '../inbound/missing-contents.ts'
import { renewMedia } from '../media/renew-media.ts'
import { jidOf, sendOn } from '../outbound/send.ts'
import type { OpenFile } from '../outbound/to-whatsapp.ts'
import { requireSignatures } from '../library/require-signatures.ts'
import { setCacheTimersWithoutContext } from '../library/timers-without-context.ts'

quietLibsignal()
requireSignatures()
setCacheTimersWithoutContext()

export type SessionState =
  /** Not connected: it connects for the first time, or reconnects after a pause. */
  | { status: 'opening'; attempt: number; code: number | undefined }
  | { status: 'qrcode'; qr: string; seconds: number }
  | { status: 'pairing'; number: string }
  | { status: 'connected'; number: string; name: string }
  /** WhatsApp has not confirmed the unlink request yet, which is repeated for a minute at most. */
  | { status: 'unlinking' }
  /** Ended until a user starts it again. */
  | { status: 'ended'; reason: EndReason }
  | { status: 'stopped' }

/**
 * `unlinked`: WhatsApp confirmed it. `unconfirmed`: it did not, so the phone may still list this device. In both cases
 * the keys are deleted. `interrupted`: the session was stopped before and keeps its keys.
 */
export type LogoutResult = 'unlinked' | 'unconfirmed' | 'interrupted'

export interface SessionOptions extends Pick<
  WaConnectionOptions,
  'store' | 'log' | 'url' | 'awaySince' | 'takesCalls' | 'takesGroups' | 'onPresence' | 'onPicture' | 'onLimit'
> {
  openFile: OpenFile
  /** Whether the phone of this number, which was just paired, may be used. By default every one. */
  acceptsPhone?(number: string): Promise<boolean>
  onState(state: SessionState): void
  /** Like `setTimeout`. */
  later?: (work: () => void, pause: number) => NodeJS.Timeout
}

/** Marks a position in the history of a conversation: that of one message. */
export interface HistoryPosition {
  address: string
  externalId: string
  fromMe: boolean
  /** ISO. */
  sentAt: string
}

/** How many messages a phone sends per request. */
const historyPageSize = 50

/** In ms: after a connection of this length the pauses start again from the shortest. */
const steady = 60_000

/** Subscribes to the presence of customers whose conversation was opened within this time. */
const maxWatched = 200
const watchedFor = 3_600_000

/** The session of a paired phone: keeps one connection to WhatsApp open and reconnects unless it ended for good. */
export class Session {
  readonly #options: SessionOptions
  #state: SessionState = { status: 'stopped' }
  #connection: WaConnection | undefined
  /** Identifies the current connection: events of earlier ones are ignored. */
  #generation = 0
  #attempt = 0
  #openedAt = 0
  #awaySince: Date | undefined
  #timer: NodeJS.Timeout | undefined
  /** The number of a phone that was paired, until it is known whether that may be used. */
  #newPhone: string | undefined
  #unlinking: { interrupt: AbortController; done: Promise<void> } | undefined
  readonly #watched = new LRUCache<string, true>({ max: maxWatched, ttl: watchedFor })

  constructor(options: SessionOptions) {
    this.#options = options
    this.#awaySince = options.awaySince
  }

  get state(): SessionState {
    return this.#state
  }

  /** Connects, unless the session is running already. Also restarts a session that has ended. */
  start(): void {
    if (this.#state.status !== 'stopped' && this.#state.status !== 'ended') return
    this.#attempt = 0
    this.#become({ status: 'opening', attempt: 0, code: undefined })
    void this.#connect()
  }

  /** Closes the connection; the phone stays linked. */
  async stop(): Promise<void> {
    this.#unlinking?.interrupt.abort()
    await this.#unlinking?.done
    const connection = this.#letGo()
    this.#become({ status: 'stopped' })
    await connection?.close()
  }

  /**
   * Unlinks the phone and deletes all keys. Failed requests are repeated for a minute; until then the keys are kept.
   */
  async logout(): Promise<LogoutResult> {
    const interrupt = new AbortController()
    const result = this.#unlink(interrupt.signal)
    this.#unlinking = {
      interrupt,
      done: result.then(
        () => undefined,
        () => undefined,
      ),
    }
    try {
      return await result
    } finally {
      this.#unlinking = undefined
    }
  }

  async #unlink(signal: AbortSignal): Promise<LogoutResult> {
    const isUnlinked = await this.#unlinkOnThisConnection()
    if (!isUnlinked && signal.aborted) return 'interrupted'
    const isConfirmed = isUnlinked || (await this.#unlinkOnNewConnections(signal))
    if (!isConfirmed && signal.aborted) return 'interrupted'
    await this.#options.store.clear()
    this.#become({ status: 'stopped' })
    return isConfirmed ? 'unlinked' : 'unconfirmed'
  }

  async #unlinkOnThisConnection(): Promise<boolean> {
    const wasConnected = this.#state.status === 'connected'
    const connection = this.#letGo()
    const isUnlinked = wasConnected && connection !== undefined && (await connection.unlink())
    await connection?.close()
    return isUnlinked || !(await isLinked(this.#options.store))
  }

  async #unlinkOnNewConnections(signal: AbortSignal): Promise<boolean> {
    this.#become({ status: 'unlinking' })
    const { later = setTimeout } = this.#options
    return unlinkOnNewConnections({ ...this.#options, awaySince: this.#awaySince, later, signal })
  }

  async send(outbound: Outbound): Promise<SendResult> {
    if (this.#state.status !== 'connected' || !this.#connection) return { status: 'held' }
    return sendOn(this.#connection, outbound, this.#options.openFile)
  }

  /** Failures are ignored, because presence is out of date after a moment. */
  typing(address: string, doing: Doing): void {
    if (this.#state.status !== 'connected') return
    void this.#connection?.sock.sendPresenceUpdate(doing, jidOf(address)).catch(() => {})
  }

  /** Subscribes to the presence of a customer. */
  watch(address: string): void {
    const isNew = !this.#watched.has(address)
    this.#watched.set(address, true)
    if (isNew && this.#state.status === 'connected') this.#subscribe(address)
  }

  /** Subscriptions end with the connection, so each new one subscribes again. */
  #subscribe(address: string): void {
    void this.#connection?.sock.presenceSubscribe(jidOf(address)).catch(() => {})
  }

  /** Throws if the session is not connected, or without an answer. */
  async ask(question: Question): Promise<string | null> {
    if (this.#state.status !== 'connected' || !this.#connection) throw new Error('the session is not connected')
    if (question.about === 'phoneBook') await this.#connection.readPhoneBook()
    else if (question.about === 'limits') await this.#connection.readLimits()
    else return askOn(this.#connection.sock, question)
    return null
  }

  /**
   * Asks the phone for the messages of a conversation before this one. The answer arrives as a history chunk once the
   * phone is online. Throws if the session is not connected.
   */
  async requestHistory({ address, externalId, fromMe, sentAt }: HistoryPosition): Promise<void> {
    if (this.#state.status !== 'connected' || !this.#connection) throw new Error('the session is not connected')
    const key = { remoteJid: jidOf(address), id: originalIdOf(externalId), fromMe }
    await this.#connection.sock.fetchMessageHistory(historyPageSize, key, new Date(sentAt).getTime())
  }

  /** Throws if the file is not available now; `MediaGone` if the phone no longer has it or does not answer. */
  async fetch(source: Record<string, unknown>): Promise<Readable> {
    if (this.#state.status !== 'connected' || !this.#connection) throw new FetchHeld('the session is not connected')
    if ('picture' in source) return fetchPicture(String(source['picture']), this.#options.url !== undefined)
    const { sock } = this.#connection
    const wanted = MediaSource.parse(source)
    try {
      return await fetchMedia(sock, wanted)
    } catch (error) {
      if (!(error instanceof MediaGone)) throw error
      return fetchMedia(sock, await renewMedia(sock, wanted))
    }
  }

  async #connect(): Promise<void> {
    const generation = (this.#generation += 1)
    const current = () => generation === this.#generation
    try {
      if (!(await this.#isAccepted())) return current() ? await this.#end('refused') : undefined
      if (!current()) return
      const connection = await WaConnection.open({
        ...this.#options,
        awaySince: this.#awaySince,
        onQr: (qr, seconds) => current() && this.#become({ status: 'qrcode', qr, seconds }),
        onPasskey: () => current() && void this.#end('passkey'),
        onPaired: (own) => current() && this.#paired(own),
        onOpen: (own) => current() && this.#opened(own),
        onEnd: (end) => current() && void this.#ended(end),
      })
      if (current()) this.#connection = connection
      else await connection.close()
    } catch (err) {
      this.#options.log.warn({ event: 'whatsapp.open-failed', err }, 'could not open a connection to WhatsApp')
      if (current()) this.#again(0)
    }
  }

  #paired(own: { number: string }): void {
    this.#newPhone = own.number
    this.#become({ status: 'pairing', ...own })
  }

  /** Nothing of a phone that was just paired is received before that is known. */
  async #isAccepted(): Promise<boolean> {
    const { acceptsPhone } = this.#options
    if (this.#newPhone !== undefined && acceptsPhone && !(await acceptsPhone(this.#newPhone))) return false
    this.#newPhone = undefined
    return true
  }

  #opened(own: { number: string; name: string }): void {
    this.#openedAt = Date.now()
    this.#become({ status: 'connected', ...own })
    for (const address of this.#watched.keys()) this.#subscribe(address)
  }

  async #ended({ code, reason }: ConnectionEnd): Promise<void> {
    if (this.#openedAt > 0 && Date.now() - this.#openedAt > steady) this.#attempt = 0
    if (this.#openedAt > 0) this.#awaySince = new Date()
    this.#openedAt = 0
    if (reason) return this.#end(reason)
    this.#letGo()
    this.#again(code)
  }

  async #end(reason: EndReason): Promise<void> {
    await this.#letGo()?.close()
    if (reason === 'logged_out') await this.#forget()
    this.#become({ status: 'ended', reason })
  }

  /** The keys of an ended link are useless. If deleting them fails, the next link overwrites them. */
  async #forget(): Promise<void> {
    try {
      await this.#options.store.clear()
    } catch (err) {
      this.#options.log.warn(
        { event: 'whatsapp.keys-not-removed', err },
        'could not remove the keys of a WhatsApp session',
      )
    }
  }

  #again(code: number): void {
    const isWanted = code === DisconnectReason.restartRequired
    if (!isWanted) this.#attempt += 1
    const pause = isWanted ? 0 : pauseAfter(reconnectPause, this.#attempt)
    this.#become({ status: 'opening', attempt: this.#attempt, code })
    const { later = setTimeout } = this.#options
    this.#timer = later(() => void this.#connect(), pause)
  }

  #letGo(): WaConnection | undefined {
    clearTimeout(this.#timer)
    this.#generation += 1
    const connection = this.#connection
    this.#connection = undefined
    return connection
  }

  #become(state: SessionState): void {
    this.#state = state
    this.#options.onState(state)
  }
}
