import type { CustomerPresence, Identity, LimitNews, SendingLimit } from '@guiche/channel'
import makeWASocket, {
  type BinaryNode,
  S_WHATSAPP_NET,
  type UserFacingSocketConfig,
  type WASocket,
} from '@whiskeysockets/baileys'
import { Groups } from '../inbound/groups.ts'
import { holdFrames } from '../library/hold-frames.ts'
import { type Log, textLogOf } from '../library/log.ts'
import { sendAvailableOnceNamed } from '../library/send-available.ts'
import { askNewChatLimit, capNews, readNewChatLimit, timeLockNews } from '../outbound/sending-limits.ts'
import { SentContents } from '../outbound/sent-contents.ts'
import { SentMessages } from '../outbound/sent-messages.ts'
import { UploadedFiles } from '../outbound/uploaded-files.ts'
import { credentialsSecret, openAuthState } from '../store/auth-state.ts'
import { Journal } from '../store/journal.ts'
import type { SessionStore } from '../store/session-store.ts'
import { AbsenceRule } from './absence.ts'
import { namesOf } from './addresses.ts'
import { Decryption } from './decryption.ts'
import { Incoming } from './incoming.ts'
import { type ConnectionEnd, listenToConnection, listenToPeople } from './library-events.ts'
import { PhoneBook } from './phone-book.ts'
import { routeStanzas } from './stanzas.ts'

export interface WaConnectionEvents {
  /** A code to scan, and for how many seconds. */
  onQr(qr: string, seconds: number): void
  /** WhatsApp asks for a passkey, and would wait for it without a limit. */
  onPasskey(): void
  /** The phone has confirmed the link; WhatsApp then asks for a new connection. */
  onPaired(own: { number: string }): void
  onOpen(own: { number: string; name: string }): void
  /** WhatsApp has set or lifted a sending limit of this number. Resolves when that is stored. */
  onLimit(news: LimitNews): Promise<void>
  /** Called once, for any reason. */
  onEnd(end: ConnectionEnd): void
}

export interface WaConnectionOptions extends WaConnectionEvents {
  store: SessionStore
  log: Log
  /** Undefined: the address of WhatsApp itself. */
  url: string | undefined
  /** Whether calls may ring; otherwise they are refused. */
  takesCalls(): Promise<boolean>
  /** Whether the connection allows groups. */
  takesGroups(): Promise<boolean>
  /** When the previous connection was lost; undefined: there was none. */
  awaySince: Date | undefined
  /** The presence of a customer, such as typing. */
  onPresence(from: Identity, presence: CustomerPresence): void
  /** Somebody changed or removed their picture. */
  onPicture(of: Identity): void
}

/** In ms: how long WhatsApp may take to confirm an unlink request. */
const timeout = 10_000

/** One connection to WhatsApp, from the handshake to its end. A session that reconnects opens a new one. */
export class WaConnection {
  readonly sent = new SentMessages()
  readonly files = new UploadedFiles()
  readonly contents: SentContents
  readonly #sock: WASocket
  readonly #journal: Journal
  readonly #phoneBook: PhoneBook
  readonly #onLimit: WaConnectionEvents['onLimit']
  #isOpen = true
  #asking: Promise<SendingLimit | undefined> | undefined
  #reading: Promise<void> | undefined

  private constructor(
    sock: WASocket,
    journal: Journal,
    contents: SentContents,
    { log, onLimit }: Pick<WaConnectionOptions, 'log' | 'onLimit'>,
  ) {
    this.#sock = sock
    this.#journal = journal
    this.#onLimit = onLimit
    this.contents = contents
    this.#phoneBook = new PhoneBook({ sock, journal, log })
  }

  /** Throws when the session's credentials cannot be read. */
  static async open(options: WaConnectionOptions): Promise<WaConnection> {
    const { store, log, url } = options
    // The journal can fail before the connection exists.
    let giveUp: (() => void) | undefined
    const journal = new Journal(store, (err) => {
      log.warn(
        { err, event: 'whatsapp.store-failed' },
        'could not store or read the state of a WhatsApp session; closing its connection',
      )
      giveUp?.()
    })
    const auth = await openAuthState(journal)
    const absence = new AbsenceRule(options.awaySince)
    const contents = new SentContents({ journal, namesOf: (jid) => namesOf(sock, jid) })
    const incoming = await Incoming.open({
      store,
      journal,
      log,
      contents,
      absence,
      sock: () => sock,
      takesCalls: options.takesCalls,
      onChat: (jid) => groups.hear(jid),
    })
    const decryption = new Decryption({
      onPlaintext: (stanza, plaintext) => incoming.decrypted(stanza, plaintext),
      onUnreadable: (stanza) => incoming.unreadable(stanza),
    })
    const sock: WASocket = openSocket({
      auth,
      url,
      log,
      makeSignalRepository: decryption.makeRepository,
      getMessage: (key) => contents.find(key),
      cachedGroupMetadata: (jid) => groups.find(jid),
    })
    const groups = new Groups({
      sock,
      takesGroups: options.takesGroups,
      onGroup: (group) => journal.receive([group]),
      onFailure: (err) => log.warn({ err, event: 'whatsapp.group-not-read' }, 'could not fetch the members of a group'),
    })
    const connection = new WaConnection(sock, journal, contents, options)
    giveUp = () => connection.#giveUp()
    holdFrames(sock.ws, { stored: () => journal.settled(), mayLeave: () => assertOurs(store) })
    routeStanzas(sock, { absence, decryption, incoming, sent: connection.sent, log, onPasskey: options.onPasskey })
    listenToPeople(sock, options)
    sendAvailableOnceNamed(sock, auth, (err) =>
      log.warn({ err, event: 'whatsapp.presence-not-sent' }, 'could not tell WhatsApp that the session is available'),
    )
    sock.ev.on('creds.update', () => journal.keep([credentialsSecret(auth.creds)]))
    connection.#follow(incoming, options)
    return connection
  }

  get sock(): WASocket {
    return this.#sock
  }

  /** Resolves when everything received or changed so far is stored. */
  settled(): Promise<void> {
    return this.#journal.settled()
  }

  /** Reads the whole phone book of the phone again. Throws if WhatsApp does not answer. */
  readPhoneBook(): Promise<void> {
    return this.#phoneBook.read()
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Concurrent refusals share one query. */
  askNewChatLimit(): Promise<SendingLimit | undefined> {
    this.#asking ??= askNewChatLimit(this.#sock).finally(() => (this.#asking = undefined))
    return this.#asking
  }

  /** Asks WhatsApp for the limits of this number, and resolves when they are stored. Throws if it does not answer. */
  readLimits(): Promise<void> {
    this.#reading ??= readNewChatLimit(this.#sock)
      .then((news) => this.#onLimit(news))
      .finally(() => (this.#reading = undefined))
    return this.#reading
  }

  /** Asks WhatsApp to unlink this device. False: WhatsApp did not confirm it. */
  async unlink(): Promise<boolean> {
    const jid = this.#sock.user?.id
    const request: BinaryNode = {
      tag: 'iq',
      attrs: { to: S_WHATSAPP_NET, type: 'set', xmlns: 'md' },
      content: [{ tag: 'remove-companion-device', attrs: { ...(jid && { jid }), reason: 'user_initiated' } }],
    }
    try {
      await this.#sock.query(request, timeout)
      return true
    } catch {
      return false
    }
  }

  /** Closes the connection and stores what was received. */
  async close(): Promise<void> {
    await this.#sock.end(undefined)
    await this.#journal.close()
  }

  /** Forwards the library's events of this connection. */
  #follow(incoming: Incoming, { onQr, onPaired, onOpen, onLimit, onEnd }: WaConnectionEvents): void {
    listenToConnection(this.#sock, {
      onQr,
      onPaired,
      onOpen: (own) => {
        incoming.askForMissing()
        onOpen(own)
      },
      onTimeLock: (lock) => {
        // If a query is running, its caller handles the answer. That no lock is active does not say that no cap is.
        if (!this.#asking && (lock.isActive || !this.#reading)) void onLimit(timeLockNews(lock))
      },
      onClose: (end) => {
        incoming.close()
        this.#isOpen = false
        this.sent.giveUp()
        onEnd(end)
      },
    })
    this.#sock.ev.on('message-capping.update', (cap) => {
      const news = capNews(cap)
      if (news) void onLimit(news)
    })
  }

  /** Nothing can be stored. WhatsApp delivers what was not acknowledged again on the next connection. */
  #giveUp(): void {
    this.#isOpen = false
    void this.#sock.end(undefined)
  }
}

interface SocketOptions extends Pick<
  UserFacingSocketConfig,
  'auth' | 'makeSignalRepository' | 'getMessage' | 'cachedGroupMetadata'
> {
  url: string | undefined
  log: Log
}

/** The library's socket, which begins to connect at once. */
const openSocket = ({ url, log, ...config }: SocketOptions): WASocket =>
  makeWASocket({
    ...config,
    // The library blocks during this delay, so unreadable messages of one stranger would delay all others.
    retryRequestDelayMs: 0,
    logger: textLogOf(log),
    ...(url !== undefined && { waWebSocketUrl: url }),
  })

function assertOurs(store: SessionStore): void {
  if (!store.isOurs()) throw new Error('another process runs this session')
}
