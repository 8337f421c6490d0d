import type { CustomerPresence, Identity, LimitNews, SendingLimit } from '@guiche/channel'
import makeWASocket, {
  type BinaryNode,
  DEFAULT_CONNECTION_CONFIG,
  isPnUser,
  jidNormalizedUser,
  type UserFacingSocketConfig,
  type WASocket,
} from '@whiskeysockets/baileys'
import { AbsenceRule } from './absence.ts'
import { credentialsSecret, openAuthState } from '../store/auth-state.ts'
import { callToInbound, refuseCall } from '../inbound/calls.ts'
import { codeOf } from './disconnects.ts'
import { Groups } from '../inbound/groups.ts'
import { historyIn } from '../history/history-chunk.ts'
import { holdFrames } from '../library/hold-frames.ts'
import { identityOf } from '../inbound/jid.ts'
import { Journal } from '../store/journal.ts'
import { type Log, wordsOf } from '../library/log.ts'
import { handleInTurn } from '../library/one-by-one.ts'
import { receiptToInbound } from '../inbound/receipts.ts'
import { MessageSecrets } from '../inbound/message-secrets.ts'
import { MissingContents } from '../inbound/missing-contents.ts'
import { askNewChatLimit, capNews, timeLockNews } from '../outbound/sending-limits.ts'
import { sayAvailableOnceNamed } from '../library/say-available.ts'
import { SentContents } from '../outbound/sent-contents.ts'
import { SentMessages } from '../outbound/sent-messages.ts'
import type { SessionStore } from '../store/session-store.ts'
import { tellDelivered } from '../library/tell-delivered.ts'
import { type Arrived, arrivedIn, toInbound } from '../inbound/to-inbound.ts'
import { keepToken } from '../library/trusted-tokens.ts'

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

/** In seconds, as the library has them: the first code is shown longer than the five after it. */
const [firstCode, nextCode] = [60, 20]

/** How the network asks for one. The library acknowledges both, and tells nobody. */
const passkeyDemands = ['passkey_prologue_request', 'crsc_continuation']

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
  static async open({
    store,
    log,
    url,
    takesCalls,
    takesGroups,
    onPresence,
    onPicture,
    awaySince,
    ...events
  }: LineOptions): Promise<Line> {
    let end: (() => void) | undefined
    const journal = new Journal(store, (err) => {
      log.warn({ err }, 'what a WhatsApp session keeps could not be stored or read')
      end?.()
    })
    const auth = await openAuthState(journal)
    let codes = 0
    const absence = new AbsenceRule(awaySince)
    const contents = new SentContents({ journal, namesOf: (jid) => namesOf(sock, jid) })
    const secrets = await MessageSecrets.open({ journal, contents, hasMessage: (id) => store.hasMessage(id) })
    const missing = await MissingContents.open({
      journal,
      ask: (key) => sock.requestPlaceholderResend(key),
      onSilence: (placeholder) => hear(placeholder, stanzaOf(placeholder)),
    })
    const encrypted = new WeakMap<Uint8Array, BinaryNode>()
    const sock: WASocket = makeWASocket({
      auth,
      // The library would do nothing else meanwhile: a stranger's unreadable messages held up everybody's.
      retryRequestDelayMs: 0,
      getMessage: (key) => contents.find(key),
      logger: wordsOf(log),
      ...(url !== undefined && { waWebSocketUrl: url }),
      makeSignalRepository: listeningRepository({
        onPlaintext: (ciphertext, plaintext) => {
          const stanza = encrypted.get(ciphertext)
          if (!stanza) return
          const own = ownOf(sock)
          for (const arrived of safely(log, () => [arrivedIn(stanza, plaintext, own)])) {
            hear(arrived, stanza)
            for (const answer of safely(log, () => missing.answersIn(arrived))) hear(answer, stanzaOf(answer))
          }
          for (const chunk of safely(log, () => historyIn(stanza, plaintext, own))) journal.remember(chunk)
        },
        onUnreadable: (ciphertext) => {
          const stanza = encrypted.get(ciphertext)
          if (!stanza) return
          tellDelivered(sock, store, stanza).catch((err: unknown) =>
            log.warn({ err }, 'that a message had come could not be said again'),
          )
        },
      }),
      cachedGroupMetadata: (jid) => groups.find(jid),
    })
    /** What has come, in our words. */
    const told = (arrived: Arrived[], stanza: BinaryNode) => {
      const inbound = arrived.flatMap((one) => safely(log, () => absence.mark(toInbound(one, ownOf(sock)), stanza)))
      if (inbound.length > 0) groups.hear(arrived[0]?.key.remoteJid ?? undefined)
      return inbound
    }
    const hear = (arrived: Arrived, stanza: BinaryNode) => {
      const [opened = [arrived]] = safely(log, () => [secrets.open(arrived, ownOf(sock))])
      if (opened instanceof Promise) journal.expect(opened.then((all) => told(all, stanza)))
      else journal.receive(told(opened, stanza))
    }
    const groups: Groups = new Groups({
      sock,
      takesGroups,
      onGroup: (group) => journal.receive([group]),
      onFailure: (err) => log.warn({ err }, 'a group could not be asked for'),
    })
    const line = new Line(sock, journal, contents)
    end = () => {
      line.#isOpen = false
      void sock.end(undefined)
    }
    holdFrames(sock.ws, {
      stored: () => journal.settled(),
      mayLeave: () => {
        if (!store.isOurs()) throw new Error('another process runs this session')
      },
    })
    // One after another, or of two the older could stay.
    let tokens = Promise.resolve()
    sock.ws.on('frame', (stanza: BinaryNode | Uint8Array) => {
      line.sent.hear()
      if (stanza instanceof Uint8Array) return
      absence.notice(stanza)
      rememberCiphertexts(encrypted, stanza)
      for (const arrived of safely(log, () => missing.notice(stanza, ownOf(sock)))) hear(arrived, stanza)
      tokens = tokens
        .then(() => keepToken(sock, stanza))
        .catch((err: unknown) => log.warn({ err }, 'a token is not kept'))
      handleInTurn(stanza)
    })
    sock.ws.on('CB:success', (stanza: BinaryNode) => absence.end(stanza))
    for (const type of passkeyDemands) sock.ws.on(`CB:notification,type:${type}`, () => events.onPasskey())
    sock.ws.on('CB:receipt', (stanza: BinaryNode) => journal.receive(safely(log, () => receiptToInbound(stanza))))
    sock.ws.on('CB:call', (stanza: BinaryNode) => {
      journal.receive(safely(log, () => absence.mark(callToInbound(stanza, ownOf(sock)), stanza)))
      void refuseCall(sock, stanza, takesCalls)
        .then((refused) => journal.receive(refused))
        .catch((err: unknown) => log.warn({ err }, 'a call could not be refused'))
    })
    sock.ws.on('CB:ack,class:message', (stanza: BinaryNode) => line.sent.settle(stanza))
    sock.ws.on('CB:ack,class:receipt', (stanza: BinaryNode) => line.sent.note(stanza))
    sock.ev.on('presence.update', ({ id, presences }) => {
      const from = identityOf(id)
      for (const { lastKnownPresence } of Object.values(presences)) if (from) onPresence(from, lastKnownPresence)
    })
    sock.ev.on('contacts.update', (changes) => {
      for (const { id, imgUrl } of changes) {
        const of = imgUrl === undefined ? undefined : identityOf(id)
        if (of) onPicture(of)
      }
    })
    sayAvailableOnceNamed(sock, auth, (err) => log.warn({ err }, 'that a session is here could not be said'))
    sock.ev.on('creds.update', () => journal.keep([credentialsSecret(auth.creds)]))
    sock.ev.on('connection.update', ({ qr, isNewLogin, connection, lastDisconnect, reachoutTimeLock }) => {
      if (qr !== undefined) events.onQr(qr, codes++ === 0 ? firstCode : nextCode)
      if (isNewLogin) events.onPaired({ number: numberIn(auth.creds.me?.id) })
      // What was asked for is told with its answer.
      if (reachoutTimeLock && !line.#asking) events.onLimit(timeLockNews(reachoutTimeLock))
      if (connection === 'open') {
        missing.askAgain()
        events.onOpen({ number: numberIn(auth.creds.me?.id), name: auth.creds.me?.name ?? '' })
      }
      if (connection !== 'close') return
      missing.close()
      line.#isOpen = false
      line.sent.giveUp()
      events.onEnd({ code: codeOf(lastDisconnect?.error), isLinked: auth.creds.me !== undefined })
    })
    sock.ev.on('message-capping.update', (cap) => {
      const news = capNews(cap)
      if (news) events.onLimit(news)
    })
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

  /** Ends the line; what came until now is stored. */
  async close(): Promise<void> {
    await this.#sock.end(undefined)
    await this.#journal.close()
  }
}

function ownOf({ user }: WASocket) {
  return { id: user?.id ?? '', lid: user?.lid ?? '' }
}

/** As if what is told later had come when it was written. */
const stanzaOf = ({ at }: Arrived): BinaryNode => ({ tag: 'message', attrs: { t: String(at) } })

const numberIn = (jid: string | undefined) => jid?.split(/[:@]/)[0] ?? ''

/** A number, and the opaque id that WhatsApp has for it. */
async function namesOf({ signalRepository: { lidMapping } }: WASocket, jid: string): Promise<string[]> {
  const other = isPnUser(jid) ? await lidMapping.getLIDForPN(jid) : await lidMapping.getPNForLID(jid)
  return [jid, ...(other ? [jidNormalizedUser(other)] : [])]
}

type MakeRepository = NonNullable<UserFacingSocketConfig['makeSignalRepository']>

interface Listener {
  onPlaintext(ciphertext: Uint8Array, plaintext: Uint8Array): void
  onUnreadable(ciphertext: Uint8Array): void
}

/** The library's own, and whoever listens hears what became of each ciphertext before the library answers for it. */
function listeningRepository({ onPlaintext, onUnreadable }: Listener): MakeRepository {
  return (...args) => {
    const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(...args)
    return {
      ...repository,
      decryptMessage: (options) => heard(options.ciphertext, repository.decryptMessage(options)),
      decryptGroupMessage: (options) => heard(options.msg, repository.decryptGroupMessage(options)),
    }
  }

  async function heard<T extends Uint8Array>(ciphertext: Uint8Array, decryption: Promise<T>): Promise<T> {
    try {
      const plaintext = await decryption
      onPlaintext(ciphertext, plaintext)
      return plaintext
    } catch (error) {
      onUnreadable(ciphertext)
      throw error
    }
  }
}

/** What is decrypted later is known by the very bytes that came in the stanza. */
function rememberCiphertexts(encrypted: WeakMap<Uint8Array, BinaryNode>, stanza: BinaryNode): void {
  if (stanza.tag !== 'message' || !Array.isArray(stanza.content)) return
  for (const { tag, content } of stanza.content)
    if (tag === 'enc' && content instanceof Uint8Array) encrypted.set(content, stanza)
}

/** One stanza that cannot be read ends nothing (security S78). */
function safely<T>(log: Log, read: () => T[]): T[] {
  try {
    return read()
  } catch (err) {
    log.error({ err }, 'a stanza from WhatsApp could not be read')
    return []
  }
}
