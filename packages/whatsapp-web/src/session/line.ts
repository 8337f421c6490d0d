import type { CustomerPresence, Identity, LimitNews, SendingLimit } from '@guiche/channel'
import makeWASocket, {
  type BinaryNode,
  S_WHATSAPP_NET,
  type UserFacingSocketConfig,
  type WASocket,
} from '@whiskeysockets/baileys'
import { Groups } from '../inbound/groups.ts'
import { holdFrames } from '../library/hold-frames.ts'
import { type Log, wordsOf } from '../library/log.ts'
import { sayAvailableOnceNamed } from '../library/say-available.ts'
import { askNewChatLimit, capNews, timeLockNews } from '../outbound/sending-limits.ts'
import { SentContents } from '../outbound/sent-contents.ts'
import { SentMessages } from '../outbound/sent-messages.ts'
import { credentialsSecret, openAuthState } from '../store/auth-state.ts'
import { Journal } from '../store/journal.ts'
import type { SessionStore } from '../store/session-store.ts'
import { AbsenceRule } from './absence.ts'
import { namesOf } from './addresses.ts'
import { Decryption } from './decryption.ts'
import { Incoming } from './incoming.ts'
import { hearOfConnection, hearOfPeople } from './library-events.ts'
import { routeStanzas } from './stanzas.ts'

export interface LineEvents {
  /** A code to scan, and for how many seconds. */
  onQr(qr: string, seconds: number): void
  /** The network wants a passkey for this account, and will wait for it for ever. */
  onPasskey(): void
  /** The phone has said yes; the network wants a new line now. */
  onPaired(own: { number: string }): void
  onOpen(own: { number: string; name: string }): void
  /** What the network lets this number send no more, or again. */
  onLimit(news: LimitNews): void
  /** Once, whatever the reason. */
  onEnd(end: { code: number; isLinked: boolean }): void
}

export interface LineOptions extends LineEvents {
  store: SessionStore
  log: Log
  /** Undefined: WhatsApp's own. */
  url: string | undefined
  /** Whether the phone is to ring now; otherwise who calls is refused. */
  takesCalls(): Promise<boolean>
  /** Whether anything is to be known of groups. */
  takesGroups(): Promise<boolean>
  /** When the line before this one was lost; undefined: there was none. */
  awaySince: Date | undefined
  /** What a customer is doing, for those who look at them now. */
  onPresence(from: Identity, presence: CustomerPresence): void
  /** Somebody shows another picture, or none any more. */
  onPicture(of: Identity): void
}

/** In ms: so long the network may take to unlink the phone. */
const patience = 10_000

/** One life of the connection to WhatsApp: from the handshake to whatever ends it. */
export class Line {
  readonly sent = new SentMessages()
  readonly contents: SentContents
  readonly #sock: WASocket
  readonly #journal: Journal
  #isOpen = true
  #asking: Promise<SendingLimit | undefined> | undefined

  private constructor(sock: WASocket, journal: Journal, contents: SentContents) {
    this.#sock = sock
    this.#journal = journal
    this.contents = contents
  }

  /** Throws when the session's credentials cannot be read. */
  static async open(options: LineOptions): Promise<Line> {
    const { store, log, url } = options
    // It can fail before there is a line to give up.
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
    const line = new Line(sock, journal, contents)
    giveUp = () => line.#giveUp()
    holdFrames(sock.ws, { stored: () => journal.settled(), mayLeave: () => assertOurs(store) })
    routeStanzas(sock, { absence, decryption, incoming, sent: line.sent, log, onPasskey: options.onPasskey })
    hearOfPeople(sock, options)
    sayAvailableOnceNamed(sock, auth, (err) =>
      log.warn({ err, event: 'whatsapp.presence-not-sent' }, 'could not tell WhatsApp that the session is available'),
    )
    sock.ev.on('creds.update', () => journal.keep([credentialsSecret(auth.creds)]))
    line.#follow(incoming, options)
    return line
  }

  get sock(): WASocket {
    return this.#sock
  }

  /** Resolves when all that came and changed until now is stored. */
  settled(): Promise<void> {
    return this.#journal.settled()
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Many refusals at once ask once. */
  askNewChatLimit(): Promise<SendingLimit | undefined> {
    this.#asking ??= askNewChatLimit(this.#sock).finally(() => (this.#asking = undefined))
    return this.#asking
  }

  /** Has the network unlink this device. False: it has not confirmed that. */
  async unlink(): Promise<boolean> {
    const jid = this.#sock.user?.id
    const request: BinaryNode = {
      tag: 'iq',
      attrs: { to: S_WHATSAPP_NET, type: 'set', xmlns: 'md' },
      content: [{ tag: 'remove-companion-device', attrs: { ...(jid && { jid }), reason: 'user_initiated' } }],
    }
    try {
      await this.#sock.query(request, patience)
      return true
    } catch {
      return false
    }
  }

  /** Ends the line; what came until now is stored. */
  async close(): Promise<void> {
    await this.#sock.end(undefined)
    await this.#journal.close()
  }

  /** What the library tells of this connection. */
  #follow(incoming: Incoming, { onQr, onPaired, onOpen, onLimit, onEnd }: LineEvents): void {
    hearOfConnection(this.#sock, {
      onQr,
      onPaired,
      onOpen: (own) => {
        incoming.askForMissing()
        onOpen(own)
      },
      // What was asked for is told with its answer.
      onTimeLock: (lock) => !this.#asking && onLimit(timeLockNews(lock)),
      onClose: (end) => {
        incoming.close()
        this.#isOpen = false
        this.sent.giveUp()
        onEnd(end)
      },
    })
    this.#sock.ev.on('message-capping.update', (cap) => {
      const news = capNews(cap)
      if (news) onLimit(news)
    })
  }

  /** Nothing can be stored: the next line gets again what was not acknowledged on this one. */
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
    // The library would do nothing else meanwhile: a stranger's unreadable messages held up everybody's.
    retryRequestDelayMs: 0,
    logger: wordsOf(log),
    ...(url !== undefined && { waWebSocketUrl: url }),
  })

function assertOurs(store: SessionStore): void {
  if (!store.isOurs()) throw new Error('another process runs this session')
}
