import type { Readable } from 'node:stream'
import { FetchHeld, type Doing, type Outbound, type Question, type SendResult, pauseAfter } from '@guiche/channel'
import { DisconnectReason } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import { isLinked } from '../store/auth-state.ts'
import { askOn } from './ask.ts'
import { unlinkOnNewLines } from './unlink.ts'
import { type EndReason, endOf, reconnectPause } from './disconnects.ts'
import { Line, type LineOptions } from './line.ts'
import { quietLibsignal } from '../library/quiet-libsignal.ts'
import { MediaGone, fetchMedia } from '../media/fetch-media.ts'
import { fetchPicture } from '../media/fetch-picture.ts'
import { MediaSource } from '../media/media-source.ts'
import { messageBehind } from '../inbound/missing-contents.ts'
import { renewMedia } from '../media/renew-media.ts'
import { jidAt, sendOn } from '../outbound/send.ts'
import type { OpenFile } from '../outbound/to-whatsapp.ts'
import { insistOnSignatures } from '../library/insist-on-signatures.ts'

quietLibsignal()
insistOnSignatures()

export type SessionState =
  /** No line: the first is being opened, or one was lost and the next is tried in a moment. */
  | { status: 'opening'; attempt: number; code: number | undefined }
  | { status: 'qrcode'; qr: string; seconds: number }
  | { status: 'pairing'; number: string }
  | { status: 'connected'; number: string; name: string }
  /** The phone is to be unlinked, and the network has not confirmed that yet: it is tried again, for a minute at most. */
  | { status: 'unlinking' }
  /** For good, until a person does something. */
  | { status: 'ended'; reason: EndReason }
  | { status: 'stopped' }

/**
 * `unlinked`: the network has confirmed it. `unconfirmed`: it could not be told, so the phone may list us still; either way the
 * keys are gone. `interrupted`: the session was stopped before, and has its keys.
 */
export type LogoutResult = 'unlinked' | 'unconfirmed' | 'interrupted'

export interface SessionOptions extends Pick<
  LineOptions,
  'store' | 'log' | 'url' | 'awaySince' | 'takesCalls' | 'takesGroups' | 'onPresence' | 'onPicture' | 'onLimit'
> {
  openFile: OpenFile
  onState(state: SessionState): void
  /** Runs it after so many ms. */
  later?: (work: () => void, pause: number) => NodeJS.Timeout
}

/** A message of a talk. */
export interface TalkPlace {
  address: string
  externalId: string
  fromMe: boolean
  /** ISO. */
  sentAt: string
}

/** As many as a phone tells at once when it is asked. */
const toldAtOnce = 50

/** So long a line must have held before the next loss counts as a first one. In ms. */
const steady = 60_000

/** Customers of whom a line is asked what they are doing: those whom somebody has looked at in the last hour. */
const mostWatched = 200
const watchedFor = 3_600_000

/** A paired phone: keeps one line to WhatsApp open for as long as that makes sense. */
export class Session {
  readonly #options: SessionOptions
  #state: SessionState = { status: 'stopped' }
  #line: Line | undefined
  /** Whatever a line before the current one still tells is not heard. */
  #generation = 0
  #attempt = 0
  #openedAt = 0
  #awaySince: Date | undefined
  #timer: NodeJS.Timeout | undefined
  #unlinking: { interrupt: AbortController; done: Promise<void> } | undefined
  readonly #watched = new LRUCache<string, true>({ max: mostWatched, ttl: watchedFor })

  constructor(options: SessionOptions) {
    this.#options = options
    this.#awaySince = options.awaySince
  }

  get state(): SessionState {
    return this.#state
  }

  /** Opens a line, unless there is one; a session that has ended begins anew. */
  start(): void {
    if (this.#state.status !== 'stopped' && this.#state.status !== 'ended') return
    this.#attempt = 0
    this.#become({ status: 'opening', attempt: 0, code: undefined })
    void this.#connect()
  }

  /** Lets go of the line; the phone stays linked. */
  async stop(): Promise<void> {
    this.#unlinking?.interrupt.abort()
    await this.#unlinking?.done
    const line = this.#letGo()
    this.#become({ status: 'stopped' })
    await line?.close()
  }

  /** Unlinks the phone and forgets every key; a failed try is repeated for a minute, in which the keys are kept. */
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
    const isUnlinked = await this.#unlinkOnThisLine()
    if (!isUnlinked && signal.aborted) return 'interrupted'
    const isConfirmed = isUnlinked || (await this.#unlinkOnOthers(signal))
    if (!isConfirmed && signal.aborted) return 'interrupted'
    await this.#options.store.clear()
    this.#become({ status: 'stopped' })
    return isConfirmed ? 'unlinked' : 'unconfirmed'
  }

  async #unlinkOnThisLine(): Promise<boolean> {
    const wasConnected = this.#state.status === 'connected'
    const line = this.#letGo()
    const isUnlinked = wasConnected && line !== undefined && (await line.unlink())
    await line?.close()
    return isUnlinked || !(await isLinked(this.#options.store))
  }

  async #unlinkOnOthers(signal: AbortSignal): Promise<boolean> {
    this.#become({ status: 'unlinking' })
    const { later = setTimeout } = this.#options
    return unlinkOnNewLines({ ...this.#options, awaySince: this.#awaySince, later, signal })
  }

  async send(outbound: Outbound): Promise<SendResult> {
    if (this.#state.status !== 'connected' || !this.#line) return { status: 'held' }
    return sendOn(this.#line, outbound, this.#options.openFile)
  }

  /** Shown for a moment, and worth nothing later: what does not get through is forgotten. */
  typing(address: string, doing: Doing): void {
    if (this.#state.status !== 'connected') return
    void this.#line?.sock.sendPresenceUpdate(doing, jidAt(address)).catch(() => {})
  }

  /** From now on it is told what the customer is doing. */
  watch(address: string): void {
    const isNew = !this.#watched.has(address)
    this.#watched.set(address, true)
    if (isNew && this.#state.status === 'connected') this.#subscribe(address)
  }

  /** A line knows nothing of what the one before it was asked. */
  #subscribe(address: string): void {
    void this.#line?.sock.presenceSubscribe(jidAt(address)).catch(() => {})
  }

  /** Throws when there is no line, or no answer. */
  async ask(question: Question): Promise<string | null> {
    if (this.#state.status !== 'connected' || !this.#line) throw new Error('the session has no line')
    return askOn(this.#line.sock, question)
  }

  /**
   * Asks the phone for what it has in a talk before that message, which it knows; the answer comes as a part of its past, when
   * the phone is on. Throws when there is no line.
   */
  async askPast({ address, externalId, fromMe, sentAt }: TalkPlace): Promise<void> {
    if (this.#state.status !== 'connected' || !this.#line) throw new Error('the session has no line')
    const key = { remoteJid: jidAt(address), id: messageBehind(externalId), fromMe }
    await this.#line.sock.fetchMessageHistory(toldAtOnce, key, new Date(sentAt).getTime())
  }

  /** Throws when it cannot be had now; `MediaGone` when the phone has it no more, or is off. */
  async fetch(source: Record<string, unknown>): Promise<Readable> {
    if (this.#state.status !== 'connected' || !this.#line) throw new FetchHeld('the session has no line')
    if ('picture' in source) return fetchPicture(String(source['picture']), this.#options.url !== undefined)
    const { sock } = this.#line
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
      const line = await Line.open({
        ...this.#options,
        awaySince: this.#awaySince,
        onQr: (qr, seconds) => current() && this.#become({ status: 'qrcode', qr, seconds }),
        onPasskey: () => current() && void this.#end('passkey'),
        onPaired: (own) => current() && this.#become({ status: 'pairing', ...own }),
        onOpen: (own) => current() && this.#opened(own),
        onEnd: ({ code, isLinked }) => current() && void this.#ended(code, isLinked),
      })
      if (current()) this.#line = line
      else await line.close()
    } catch (err) {
      this.#options.log.warn({ event: 'whatsapp.open-failed', err }, 'could not open a connection to WhatsApp')
      if (current()) this.#again(0)
    }
  }

  #opened(own: { number: string; name: string }): void {
    this.#openedAt = Date.now()
    this.#become({ status: 'connected', ...own })
    for (const address of this.#watched.keys()) this.#subscribe(address)
  }

  async #ended(code: number, isLinked: boolean): Promise<void> {
    const reason = endOf(code, isLinked)
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

  /** Keys of a link that is no more are of no use; should they stay, the next link overwrites them. */
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

  #letGo(): Line | undefined {
    clearTimeout(this.#timer)
    this.#generation += 1
    const line = this.#line
    this.#line = undefined
    return line
  }

  #become(state: SessionState): void {
    this.#state = state
    this.#options.onState(state)
  }
}
