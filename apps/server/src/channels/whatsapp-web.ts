import type { Readable } from 'node:stream'
import type { LogoutResult, Session, SessionState, SessionStore, HistoryPosition } from '@guiche/whatsapp-web'
import { z } from 'zod'
import type { Others } from '#platform/live/live'
import type { Log } from '#platform/process/log'
import { whatsAppWeb } from './facts/whatsapp-web.ts'
import { createAsking } from './whatsapp-asking.ts'
import {
  type Channel,
  type Customer,
  type CustomerPresence,
  type Doing,
  FetchHeld,
  type History,
  type Identity,
  type LimitNews,
  type Pace,
  type StoredHistory,
} from '@guiche/channel'

export type {
  Batch,
  EndReason,
  HistoryChunk,
  LogoutResult,
  SessionState,
  SessionStore,
  HistoryPosition,
} from '@guiche/whatsapp-web'
export type { History, Inbound } from '@guiche/channel'

export interface SessionKey {
  companyId: number
  connectionId: number
}

export interface RunningSession {
  /** Connects with the stored keys, or shows a code that links a phone. */
  start(): void
  /** Closes the connection; the phone stays linked. */
  stop(): Promise<void>
  /**
   * Unlinks the phone and forgets its keys; works without `start`, too. If the phone cannot be told, it tries again for
   * a minute.
   */
  logout(): Promise<LogoutResult>
  /**
   * Asks the phone for messages of a chat before this one; the answer is a part of its history. Throws while offline.
   */
  requestHistory(before: HistoryPosition): Promise<void>
}

interface SessionWiring {
  store: SessionStore
  /** When the previous connection was lost; undefined if there was none. */
  awaySince: Date | undefined
  onState(state: SessionState): void
  /** Whether the phone that was just paired may be used. Otherwise the session ends, and should be unlinked. */
  acceptsPhone(number: string): Promise<boolean>
  /** The network forbids this number to send, or allows it again. Resolves when that is stored. */
  onLimit(news: LimitNews): Promise<void>
  /** Whether calls may ring on the phone; otherwise they are refused. */
  takesCalls(): Promise<boolean>
  /** Whether messages of groups are stored. */
  takesGroups(): Promise<boolean>
  onPresence(from: Identity, presence: CustomerPresence): void
  /** A contact has changed or removed their picture. */
  onPicture(of: Identity): void
}

/** WhatsApp by paired phones, whose sessions this process runs. */
export interface WhatsAppWebChannel extends Channel {
  /** Creates a session without starting it. Throws if the library cannot be loaded. */
  createSession(key: SessionKey, wiring: SessionWiring): Promise<RunningSession>
}

declare module '#platform/live/live' {
  interface ProcessEvents {
    /** To the process that runs the session. */
    'whatsapp.typing': Customer & { doing: Doing }
    'whatsapp.watch': Customer
  }
}

interface Options {
  /** Undefined: WhatsApp's own server. */
  url: string | undefined
  openFile: (companyId: number, storageKey: string) => Readable
  log: Log
  others: Others
}

/** Of a linked phone. */
const OwnAddresses = z.object({ id: z.string(), lid: z.string() })

/** The session through which a file arrived. */
const SessionRef = z.object({ companyId: z.number(), connectionId: z.number() })

const nameOf = ({ companyId, connectionId }: SessionKey) => `${companyId}:${connectionId}`

/**
 * WhatsApp publishes no limits for paired phones. A single phone sends slowly: many attendants must be able to send at
 * once, but automatic messages must not look like spam. Each one keeps the process busy for some milliseconds, mostly for keys, so
 * few of them are in flight: what people send and receive would wait behind all of them.
 */
const pace: Pace = { atOnce: 100, perSecond: 100, automatic: { atOnce: 10, perSecond: 20 } }

/** The library is loaded with the first session, because it is large and other channels do not need it. */
export function createWhatsAppWebChannel({ url, openFile, log, others }: Options): WhatsAppWebChannel {
  const running = new Map<string, { key: SessionKey; session: Session; store: SessionStore }>()
  others.hear('whatsapp.typing', (to) => void typeHere(to))
  others.hear('whatsapp.watch', (customer) => void watchHere(customer))
  return {
    facts: whatsAppWeb,
    pace,
    createSession,
    readHistory,
    served,
    send: async (outbound) => (await running.get(nameOf(outbound))?.session.send(outbound)) ?? { status: 'held' },
    typing: ({ companyId, connectionId, address, doing }) => {
      const to = { companyId, connectionId, address, doing }
      if (!typeHere(to)) others.tell('whatsapp.typing', to)
    },
    watch: (customer) => {
      if (!watchHere(customer)) others.tell('whatsapp.watch', customer)
    },
    ask: createAsking(others, (question) => running.get(nameOf(question))?.session.ask(question)),
    fetch: async (source) => sessionOf(SessionRef.parse(source)).fetch(source),
  }

  function sessionOf(key: SessionKey): Session {
    const run = running.get(nameOf(key))
    if (!run) throw new FetchHeld('the session that can fetch it is not run here')
    return run.session
  }

  async function readHistory(key: SessionKey, { bytes, own }: StoredHistory): Promise<History> {
    const library = await import('@guiche/whatsapp-web')
    return library.readHistory({ bytes, own: OwnAddresses.parse(own) }, async (source) =>
      sessionOf(key).fetch({ ...source }),
    )
  }

  function typeHere({ address, doing, ...key }: Customer & { doing: Doing }): boolean {
    const run = running.get(nameOf(key))
    run?.session.typing(address, doing)
    return run !== undefined
  }

  function watchHere({ address, ...key }: Customer): boolean {
    const run = running.get(nameOf(key))
    run?.session.watch(address)
    return run !== undefined
  }

  async function createSession(key: SessionKey, wiring: SessionWiring): Promise<RunningSession> {
    const { Session: Paired } = await import('@guiche/whatsapp-web')
    const session = new Paired({
      ...wiring,
      openFile: async (storageKey) => openFile(key.companyId, storageKey),
      url,
      log: log.child({ ...key }),
    })
    const name = nameOf(key)
    running.set(name, { key, session, store: wiring.store })
    const forget = () => {
      if (running.get(name)?.session === session) running.delete(name)
    }
    return {
      start: () => session.start(),
      stop: () => session.stop().finally(forget),
      logout: () => session.logout().finally(forget),
      requestHistory: (before) => session.requestHistory(before),
    }
  }

  function served(companyId: number): number[] {
    return [...running.values()]
      .filter(
        ({ key, session, store }) =>
          key.companyId === companyId && session.state.status === 'connected' && store.isOurs(),
      )
      .map(({ key }) => key.connectionId)
  }
}
