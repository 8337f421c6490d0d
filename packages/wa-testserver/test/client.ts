import { Agent } from 'node:https'
import makeWASocket, {
  DisconnectReason,
  initAuthCreds,
  makeCacheableSignalKeyStore,
  type AuthenticationState,
  type BaileysEventMap,
  type UserFacingSocketConfig,
  type WAMessage,
  type WASocket,
} from '@whiskeysockets/baileys'
import { memoryKeyStore } from '../src/devices/memory-key-store.ts'
import { silentLogger } from '../src/devices/silent-logger.ts'
import type { WaServer } from '../src/index.ts'

const TIMEOUT_MS = 15_000
const FAILED = 0

type ClientConfig = Partial<UserFacingSocketConfig>

/** All events of the client library, in order. */
export interface Seen {
  upserts: { type: string; message: WAMessage }[]
  updates: BaileysEventMap['messages.update']
  reactions: BaileysEventMap['messages.reaction']
  receipts: BaileysEventMap['message-receipt.update']
  history: BaileysEventMap['messaging-history.set'][]
  calls: BaileysEventMap['call']
  presences: BaileysEventMap['presence.update'][]
  chats: BaileysEventMap['chats.update']
  connection: BaileysEventMap['connection.update'][]
  caps: BaileysEventMap['message-capping.update'][]
  codes: string[]
  closes: number[]
  opens: number
}

/** The unmodified client library, used like in a product: it reconnects by itself unless the session ended. */
export class Client {
  auth: AuthenticationState = { creds: initAuthCreds(), keys: memoryKeyStore() }
  readonly seen: Seen = {
    upserts: [],
    updates: [],
    reactions: [],
    receipts: [],
    history: [],
    calls: [],
    presences: [],
    chats: [],
    connection: [],
    caps: [],
    codes: [],
    closes: [],
    opens: 0,
  }
  readonly #server: WaServer
  readonly #config: ClientConfig
  readonly #waiting = new Set<() => void>()
  #sock: WASocket | undefined
  onQr: (qr: string) => void = () => {}
  reconnects = true

  constructor(server: WaServer, config: ClientConfig = {}) {
    this.#server = server
    this.#config = config
  }

  get sock(): WASocket {
    if (!this.#sock) throw new Error('the client has not connected yet')
    return this.#sock
  }

  connect(): void {
    const sock = makeWASocket({
      auth: { creds: this.auth.creds, keys: makeCacheableSignalKeyStore(this.auth.keys, silentLogger) },
      waWebSocketUrl: this.#server.url,
      logger: silentLogger,
      fetchAgent: new Agent({ ca: this.#server.media.tls.cert }),
      ...this.#config,
    })
    this.#sock = sock
    sock.ev.process((events) => {
      this.#take(events)
      for (const wake of this.#waiting) wake()
    })
  }

  /** Ends the client for good. */
  async stop(): Promise<void> {
    this.reconnects = false
    await this.#sock?.end(undefined)
  }

  /** Waits until the client has emitted the expected events. */
  async until(what: string, isSeen: (seen: Seen) => unknown, timeoutMs = TIMEOUT_MS): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const look = () => {
      if (isSeen(this.seen)) resolve()
    }
    const timer = setTimeout(() => reject(new Error(`not seen within ${timeoutMs} ms: ${what}`)), timeoutMs)
    this.#waiting.add(look)
    look()
    await promise.finally(() => {
      clearTimeout(timer)
      this.#waiting.delete(look)
    })
  }

  /** Waits for the next time that the client is online. */
  untilOpenAgain(after: number): Promise<void> {
    return this.until('open again', ({ opens }) => opens > after)
  }

  /** Waits for a message and returns it. */
  async message(id: string | null | undefined): Promise<{ type: string; message: WAMessage }> {
    await this.until(`message ${id}`, () => this.upsertsOf(id).length > 0)
    const [first] = this.upsertsOf(id)
    if (!first) throw new Error(`message ${id} is gone`)
    return first
  }

  /** Sends a message and returns the library's message. */
  async send(...args: Parameters<WASocket['sendMessage']>): Promise<WAMessage & { id: string }> {
    const sent = await this.sock.sendMessage(...args)
    if (!sent?.key.id) throw new Error('the library made no message')
    return { ...sent, id: sent.key.id }
  }

  upsertsOf(id: string | null | undefined): { type: string; message: WAMessage }[] {
    return this.seen.upserts.filter(({ message }) => message.key.id === id)
  }

  /** The highest status of an own message, from updates or its upsert: 2 sent, 3 delivered, 4 read. */
  status(id: string | null | undefined): number {
    const updated = this.seen.updates.filter(({ key }) => key.id === id).map(({ update }) => update.status)
    const upserted = this.upsertsOf(id).map(({ message }) => message.status)
    return Math.max(-1, ...[...updated, ...upserted].map((status) => status ?? -1))
  }

  async untilStatus(id: string, status: number): Promise<void> {
    await this.until(`status ${status} of ${id}`, () => this.status(id) >= status)
  }

  /** Waits for the event that the server refused an own message. */
  async untilFailed(id: string): Promise<void> {
    await this.until(`failure of ${id}`, ({ updates }) => {
      const updated = updates.some(({ key, update }) => key.id === id && update.status === FAILED)
      return updated || this.upsertsOf(id).some(({ message }) => message.status === FAILED)
    })
  }

  /** Who received an own message in a group, from updates or its upsert. */
  receiversOf(id: string): Set<string> {
    const told = this.seen.receipts.filter(({ key }) => key.id === id).map(({ receipt }) => receipt.userJid)
    const merged = this.upsertsOf(id).flatMap(({ message }) => message.userReceipt ?? [])
    return new Set([...told, ...merged.map(({ userJid }) => userJid)].filter((jid) => typeof jid === 'string'))
  }

  /** The library holds all events back until it has processed the first history. */
  async untilSynced(): Promise<void> {
    await this.until('first history', () => (this.auth.creds.accountSyncCounter ?? 0) > 0)
  }

  #take(events: Partial<BaileysEventMap>): void {
    const { seen } = this
    Object.assign(this.auth.creds, events['creds.update'])
    const upsert = events['messages.upsert']
    if (upsert) seen.upserts.push(...upsert.messages.map((message) => ({ type: upsert.type, message })))
    seen.updates.push(...(events['messages.update'] ?? []))
    seen.reactions.push(...(events['messages.reaction'] ?? []))
    seen.receipts.push(...(events['message-receipt.update'] ?? []))
    seen.calls.push(...(events['call'] ?? []))
    seen.chats.push(...(events['chats.update'] ?? []))
    if (events['messaging-history.set']) seen.history.push(events['messaging-history.set'])
    if (events['message-capping.update']) seen.caps.push(events['message-capping.update'])
    if (events['presence.update']) seen.presences.push(events['presence.update'])
    if (events['connection.update']) this.#takeConnection(events['connection.update'])
  }

  #takeConnection(update: BaileysEventMap['connection.update']): void {
    const { connection, qr, lastDisconnect } = update
    this.seen.connection.push(update)
    if (qr !== undefined) {
      this.seen.codes.push(qr)
      this.onQr(qr)
    }
    if (connection === 'open') this.seen.opens++
    if (connection !== 'close') return
    const code = statusOf(lastDisconnect?.error)
    this.seen.closes.push(code)
    const isFinal = code === DisconnectReason.loggedOut || code === DisconnectReason.connectionReplaced
    if (this.reconnects && !isFinal) setImmediate(() => this.connect())
  }
}

/** The library's errors have their code in `output.statusCode`. */
function statusOf(error: (Error & { output?: { statusCode?: number } }) | undefined): number {
  return error?.output?.statusCode ?? 0
}
