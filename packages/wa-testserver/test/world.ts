import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { UserFacingSocketConfig } from '@whiskeysockets/baileys'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { createWaServer, trustNoiseRoot, type Phone, type WaServer, type WaServerOptions } from '../src/index.ts'
import { Client } from './client.ts'

interface LinkOptions {
  config?: Partial<UserFacingSocketConfig>
  phone?: Phone
}

/** One server for the tests of a file. After each test it must have recorded no problems. */
export class World {
  readonly #clients: Client[] = []
  #server: WaServer | undefined
  #phones = 0

  get server(): WaServer {
    if (!this.#server) throw new Error('the server is not up yet')
    return this.#server
  }

  async start(options: WaServerOptions): Promise<void> {
    this.#server = await createWaServer({ initialKeys: 'few', ...options })
    trustNoiseRoot(this.#server.noiseRoot.public)
    setDefaultCACertificates([...getCACertificates('default'), this.#server.media.tls.cert])
  }

  async stop(): Promise<void> {
    for (const client of this.#clients) await client.stop()
    await this.#server?.stop()
  }

  /** A phone of a company of its own. */
  phone(): Phone {
    const number = `55119000${String(++this.#phones).padStart(5, '0')}`
    return this.server.phone(number, 'Loja Central', { businessName: 'Loja Central' })
  }

  /** A client that is not connected yet. */
  client(config: Partial<UserFacingSocketConfig> = {}): Client {
    const client = new Client(this.server, config)
    this.#clients.push(client)
    return client
  }

  /** A phone, and a client that is linked to it and online. */
  async link({ config, phone = this.phone() }: LinkOptions = {}): Promise<{ phone: Phone; client: Client }> {
    const client = this.client(config)
    client.onQr = (qr) => void phone.scan(qr)
    client.connect()
    await client.until('open', ({ opens }) => opens > 0)
    await client.untilSynced()
    return { phone, client }
  }
}

export function useWorld(options: WaServerOptions = {}): World {
  const world = new World()
  beforeAll(() => world.start(options))
  afterEach(() => expect(world.server.problems.map(({ text }) => text)).toEqual([]))
  afterAll(() => world.stop())
  return world
}

/** Waits until an expectation about the server's side holds; the client's side is waited for by its events. */
export function eventually(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 15_000, interval: 10 })
}
