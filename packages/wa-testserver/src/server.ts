import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Curve } from '@whiskeysockets/baileys'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Account } from './accounts/account.ts'
import { Contact, type ContactOptions } from './accounts/contact.ts'
import { Group } from './accounts/group.ts'
import { Newsletter } from './accounts/newsletter.ts'
import { Phone, type PhoneOptions } from './accounts/phone.ts'
import { Status } from './accounts/status.ts'
import type { LinkedDevice } from './devices/linked-device.ts'
import { Directory } from './directory.ts'
import { Faults } from './faults.ts'
import { identify, welcome } from './login.ts'
import { MediaHost, portOf } from './media-host.ts'
import { Pairing } from './pairing.ts'
import { MessageRouter } from './message-router.ts'
import { Problems, type Problem } from './problems.ts'
import { Session } from './session.ts'
import { ClientConnection } from './wire/connection.ts'
import { createNoiseRoot, issueCertificateChain, type NoiseRoot } from './wire/noise-certificate.ts'
import type { ClientHandshake } from './wire/noise.ts'
import { el } from './wire/nodes.ts'

export interface WaServerOptions {
  /** The port for `ws://`. By default a free one. */
  port?: number | undefined
  /** The port for the media host and `wss://`. By default a free one. */
  mediaPort?: number | undefined
  /** The key that signs the server's certificate. By default a new one. */
  noiseRoot?: NoiseRoot | undefined
  /**
   * How many one-time keys a client uploads when it is linked: 812 as at WhatsApp, or `few`, which halves the cost
   * of linking. `all` by default.
   */
  initialKeys?: 'all' | 'few' | undefined
}

interface WaServerEvents {
  /** A client logged in and is getting its messages. */
  online: [LinkedDevice]
  /** A client was refused at login. */
  refused: [{ code: number; number: string }]
}

/** A WhatsApp server for tests: accounts, phones, contacts, a media host, and faults on demand. */
export class WaServer {
  readonly events = new EventEmitter<WaServerEvents>()
  readonly faults = new Faults()
  readonly media = new MediaHost()
  readonly directory = new Directory()
  readonly noiseRoot: NoiseRoot
  readonly #problems = new Problems()
  readonly #staticKey = Curve.generateKeyPair()
  readonly #certificate: Uint8Array
  readonly #pairing: Pairing
  readonly #router = new MessageRouter(this.directory, this.faults, this.media)
  readonly #http = createServer((_request, response) => response.writeHead(426).end())
  readonly #connections = new Set<ClientConnection>()
  readonly #options: WaServerOptions
  #folder: string | undefined

  constructor(options: WaServerOptions = {}) {
    this.#options = options
    this.#pairing = new Pairing(this.faults, options.initialKeys === 'few' ? 1 : 0)
    this.noiseRoot = options.noiseRoot ?? createNoiseRoot()
    this.#certificate = issueCertificateChain(this.noiseRoot, this.#staticKey.public)
    const sockets = new WebSocketServer({ noServer: true })
    for (const server of [this.#http, this.media.server]) {
      server.on('upgrade', (request, socket, head) =>
        sockets.handleUpgrade(request, socket, head, (webSocket) => this.#connect(webSocket)),
      )
    }
  }

  async start(): Promise<this> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#http.once('error', reject).listen(this.#options.port ?? 0, '127.0.0.1', resolve)
    await Promise.all([promise, this.media.start(this.#options.mediaPort)])
    return this
  }

  async stop(): Promise<void> {
    for (const connection of this.#connections) connection.cut()
    const closed = new Promise((resolve) => this.#http.close(resolve))
    this.#http.closeAllConnections()
    await Promise.all([closed, this.media.stop()])
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true })
  }

  /** For `waWebSocketUrl`. */
  get url(): string {
    return `ws://127.0.0.1:${portOf(this.#http.address())}/ws/chat`
  }

  /** The same over TLS, with the media host's certificate. */
  get secureUrl(): string {
    return `wss://${this.media.host}/ws/chat`
  }

  /** Errors of this server. A test fails if there are any. */
  get problems(): readonly Problem[] {
    return this.#problems.list
  }

  /** The media host's certificate in a file, for `NODE_EXTRA_CA_CERTS` of another process. */
  get certificateFile(): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'wa-testserver-'))
    const file = join(this.#folder, 'media-host.pem')
    writeFileSync(file, this.media.tls.cert)
    return file
  }

  /** The environment variables that a product in another process needs to use this server. */
  get environment(): Record<string, string> {
    return {
      GUICHE_WHATSAPP_URL: this.url,
      NODE_EXTRA_CA_CERTS: this.certificateFile,
      NODE_OPTIONS: `--import ${new URL('./trust-preload.ts', import.meta.url).href}`,
      WA_TEST_NOISE_ROOT: Buffer.from(this.noiseRoot.public).toString('hex'),
    }
  }

  /** Adds a phone: the account whose linked devices are under test. */
  phone(number: string, name: string, options?: PhoneOptions): Phone {
    const surroundings = { pairing: this.#pairing, media: this.media, directory: this.directory }
    return this.directory.add(new Phone(number, name, surroundings, options))
  }

  /** Adds a contact: a customer with a phone. */
  contact(number: string, name: string, options?: ContactOptions): Contact {
    return this.directory.add(new Contact(number, name, this.media, options))
  }

  /** Adds a group; its owner is an admin. */
  group(subject: string, owner: Account, members: Account[]): Group {
    return this.directory.addGroup(new Group(this.directory.newId(), subject, owner, members))
  }

  /** Adds a newsletter that these phones follow. */
  newsletter(...followers: Phone[]): Newsletter {
    return new Newsletter(this.directory.newId(), followers)
  }

  /** The viewers of a person's status. Posts are sent to it like to a chat. */
  statusFor(...viewers: Account[]): Status {
    return new Status(viewers)
  }

  #connect(socket: WebSocket): void {
    const connection = new ClientConnection({
      socket,
      staticKey: this.#staticKey,
      certificate: this.#certificate,
      faults: this.faults,
    })
    this.#connections.add(connection)
    connection.once('closed', () => this.#connections.delete(connection))
    connection.on('failed', (error) => this.#problems.failed(error))
    connection.once('handshake', (handshake) => {
      this.#welcome(connection, handshake).catch((error: unknown) => this.#problems.failed(error))
    })
  }

  async #welcome(connection: ClientConnection, handshake: ClientHandshake): Promise<void> {
    const { payload } = handshake
    if (payload.devicePairingData) return this.#pairing.welcome(connection, handshake)
    const outcome = identify(handshake, this.directory, this.faults)
    if ('refusal' in outcome) {
      this.events.emit('refused', { code: outcome.refusal, number: String(payload.username) })
      return connection.endWith(el('failure', { reason: outcome.refusal, location: 'test' }))
    }
    const { device } = outcome
    const session = new Session(device, {
      directory: this.directory,
      faults: this.faults,
      media: this.media,
      router: this.#router,
      problems: this.#problems,
      announce: (online) => this.events.emit('online', online),
    })
    connection.onStanza = (stanza) => session.take(stanza)
    await welcome(connection, device)
    // A passive client asks for its messages itself, once it is ready.
    if (!payload.passive) await session.goOnline()
  }
}

/** Starts a server on localhost. */
export function createWaServer(options: WaServerOptions = {}): Promise<WaServer> {
  return new WaServer(options).start()
}
