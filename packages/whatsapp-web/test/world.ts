import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type {
  CustomerPresence,
  Identity,
  Inbound,
  LimitNews,
  Outbound,
  OutboundText,
  PhoneContact,
  SendResult,
} from '@guiche/channel'
import { type Contact, type Phone, type WaServer, createWaServer, trustNoiseRoot } from '@guiche/wa-testserver'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import {
  type Batch,
  type HistoryChunk,
  type Log,
  Session,
  type SessionOptions,
  type SessionState,
  type SessionStore,
} from '../src/index.ts'

export type InboundMessage = Extract<Inbound, { kind: 'message' }>

export const newId = () => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`

const waiting = { timeout: 20_000, interval: 10 }

const silent: Log = {
  level: 'silent',
  child: () => silent,
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error() {},
}

/** An in-memory store whose writes can be delayed or refused. */
export class MemoryStore implements SessionStore {
  readonly secrets = new Map<string, string>()
  readonly inbound: Inbound[] = []
  readonly history: HistoryChunk[] = []
  readonly phoneBook: PhoneContact[] = []
  /** Undefined: writes pass. */
  hold: Promise<void> | undefined
  refusal: Error | undefined
  /** Fails reads only. */
  readRefusal: Error | undefined
  /** Called before each write. */
  onWrite: ((batch: Batch) => void) | undefined
  /** Every read and write waits for this, to simulate a slow database. */
  pause: () => Promise<unknown> = () => Promise.resolve()

  /** False: another process has taken it over. */
  isOwn = true

  isOurs(): boolean {
    return this.isOwn
  }

  async read(kind: string, wanted?: readonly string[]): Promise<Map<string, string>> {
    await this.pause()
    if (this.readRefusal) throw this.readRefusal
    // PostgreSQL rejects NUL characters.
    if (wanted?.some((name) => name.includes('\0'))) throw new Error('a name has a NUL')
    const names = wanted ?? this.namesOf(kind)
    const found = names.map((name) => [name, this.secrets.get(`${kind} ${name}`)] as const)
    return new Map(found.filter((entry): entry is [string, string] => entry[1] !== undefined))
  }

  namesOf(kind: string): string[] {
    return [...this.secrets.keys()].flatMap((key) => (key.startsWith(`${kind} `) ? [key.slice(kind.length + 1)] : []))
  }

  async write(batch: Batch): Promise<void> {
    const { secrets, inbound, history, phoneBook } = batch
    this.onWrite?.(batch)
    await this.hold
    await this.pause()
    if (this.refusal) throw this.refusal
    for (const { kind, name, value } of secrets) {
      if (value === null) this.secrets.delete(`${kind} ${name}`)
      else this.secrets.set(`${kind} ${name}`, value)
    }
    this.inbound.push(...inbound)
    this.history.push(...history)
    this.phoneBook.push(...phoneBook)
  }

  async clear(): Promise<void> {
    this.secrets.clear()
  }

  async hasMessage(externalId: string): Promise<boolean> {
    return this.messages().some((message) => message.externalId === externalId)
  }

  messages(): InboundMessage[] {
    return this.inbound.filter((one) => one.kind === 'message')
  }
}

type Unsaid = 'companyId' | 'connectionId' | 'address' | 'messageId' | 'externalId'
type Without<O, K extends PropertyKey> = O extends unknown ? Omit<O, K> : never
/** A text message, unless `kind` is given. */
export type ToSend = { externalId?: string } & (Without<Outbound, Unsaid> | Without<OutboundText, Unsaid | 'kind'>)

/** A session that records its states and events. */
export class TestSession {
  readonly store: MemoryStore
  readonly states: SessionState[] = []
  readonly limits: LimitNews[] = []
  readonly session: Session
  /** Stored files by their key. */
  readonly files = new Map<string, Buffer>()
  onQr: (qr: string) => void = () => {}
  takesCalls = true
  readonly pictures: Identity[] = []
  readonly presences: { from: Identity; presence: CustomerPresence }[] = []

  constructor(server: WaServer, store = new MemoryStore(), options: Partial<SessionOptions> = {}) {
    this.store = store
    this.session = new Session({
      store,
      log: silent,
      url: server.url,
      awaySince: undefined,
      openFile: async (key) => Readable.from([this.files.get(key) ?? Buffer.alloc(0)]),
      takesGroups: async () => true,
      takesCalls: async () => this.takesCalls,
      onPicture: (of) => this.pictures.push(of),
      onPresence: (from, presence) => this.presences.push({ from, presence }),
      onLimit: async (news) => void this.limits.push(news),
      later: (work) => setTimeout(work, 20),
      onState: (state) => {
        this.states.push(state)
        if (state.status === 'qrcode') this.onQr(state.qr)
      },
      ...options,
    })
  }

  /** Waits for the message with this id. */
  async message(id: string): Promise<InboundMessage> {
    return vi.waitUntil(() => this.store.messages().find(({ externalId }) => externalId === id), waiting)
  }

  /** Waits for an event of this kind about a message. */
  async told(kind: Inbound['kind'], id: string): Promise<Inbound> {
    return vi.waitUntil(() => this.store.inbound.find((one) => one.kind === kind && one.externalId === id), waiting)
  }

  send(address: string, what: ToSend): Promise<SendResult> {
    const about = { companyId: 1, connectionId: 1, address, messageId: 1, externalId: newId() }
    return this.session.send('kind' in what ? { ...about, ...what } : { ...about, kind: 'text', ...what })
  }

  async until(status: SessionState['status']): Promise<void> {
    await vi.waitUntil(() => this.session.state.status === status, waiting)
  }
}

/** One server for the tests of a file. After each test it must have recorded no problems. */
export class World {
  readonly #sessions: TestSession[] = []
  #server: WaServer | undefined
  #phones = 0
  #customers = 0

  get server(): WaServer {
    if (!this.#server) throw new Error('the server is not up yet')
    return this.#server
  }

  async start(): Promise<void> {
    this.#server = await createWaServer({ initialKeys: 'few' })
    trustNoiseRoot(this.#server.noiseRoot.public)
    setDefaultCACertificates([...getCACertificates('default'), this.#server.media.tls.cert])
  }

  async stop(): Promise<void> {
    for (const { session } of this.#sessions) await session.stop()
    await this.#server?.stop()
  }

  phone(): Phone {
    const number = `55119000${String(++this.#phones).padStart(5, '0')}`
    return this.server.phone(number, 'Loja Central', { businessName: 'Loja Central' })
  }

  customer(name = 'Ana'): Contact {
    return this.server.contact(`551198${String(8_000_000 + ++this.#customers)}`, name)
  }

  session(store?: MemoryStore, options?: Partial<SessionOptions>): TestSession {
    const session = new TestSession(this.server, store, options)
    this.#sessions.push(session)
    return session
  }

  /** Starts another session on the same store, like a restarted process. */
  async restarted({ session, store }: TestSession): Promise<TestSession> {
    await session.stop()
    const again = this.session(store)
    again.session.start()
    await again.until('connected')
    return again
  }

  /** A session that is linked to a phone and connected. */
  async link(phone = this.phone()): Promise<TestSession & { phone: Phone }> {
    const session = this.session()
    session.onQr = (qr) => void phone.scan(qr)
    session.session.start()
    await session.until('connected')
    return Object.assign(session, { phone })
  }
}

export function worldOfFile(): World {
  const world = new World()
  beforeAll(() => world.start())
  afterEach(() => expect(world.server.problems.map(({ text }) => text)).toEqual([]))
  afterAll(() => world.stop())
  return world
}

/** Lets a timer of this length fire at once, and again with each call of `again`. */
export async function endTimer<T>(ms: number, begin: () => Promise<T>): Promise<{ result: T; again: () => void }> {
  const setTimer = vi.spyOn(globalThis, 'setTimeout')
  try {
    const begun = begin()
    const [late] = await vi.waitUntil(() => setTimer.mock.calls.find(([, time]) => time === ms), waiting)
    late()
    return { result: await begun, again: () => late() }
  } finally {
    setTimer.mockRestore()
  }
}

export function eventually(check: () => unknown): Promise<unknown> {
  return vi.waitFor(check, waiting)
}
