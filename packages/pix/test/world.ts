import { randomBytes } from 'node:crypto'
import { type PixServer, createPixServer } from '@guiche/pix-testserver'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import {
  type AsaasOptions,
  type ChargeRequest,
  type EfiOptions,
  type Patience,
  type PixError,
  type PixGateway,
  type Provider,
  createAsaasGateway,
  createEfiGateway,
  isPixError,
} from '../src/index.ts'

export const webhookSecret = 'a-secret-of-forty-characters-for-webhooks'

/** Retries at once. The times are bounds for a machine that is busy with other work. */
const patience: Patience = { connectMs: 30_000, answerMs: 30_000, totalMs: 60_000, tries: 3, firstPauseMs: 1 }

/** One server for the tests of a file. After each test it must have recorded no problems. */
export class World {
  readonly #gateways: PixGateway[] = []
  #server: PixServer | undefined

  get server(): PixServer {
    if (!this.#server) throw new Error('the server is not up yet')
    return this.#server
  }

  async start(): Promise<void> {
    this.#server = await createPixServer()
  }

  async stop(): Promise<void> {
    for (const gateway of this.#gateways) gateway.close()
    await this.#server?.stop()
  }

  gateway(provider: Provider, change: Partial<Patience> = {}): PixGateway {
    return provider === 'efi' ? this.efi({}, change) : this.asaas({}, change)
  }

  efi(options: Partial<EfiOptions> = {}, change: Partial<Patience> = {}): PixGateway {
    const { url, account, p12 } = this.server.efi
    return this.#keep(
      createEfiGateway({
        ...account,
        certificate: p12,
        baseUrl: url,
        ca: this.server.ca,
        webhookSecret,
        patience: { ...patience, ...change },
        ...options,
      }),
    )
  }

  asaas(options: Partial<AsaasOptions> = {}, change: Partial<Patience> = {}): PixGateway {
    const { url, accessToken } = this.server.asaas
    return this.#keep(
      createAsaasGateway({
        accessToken,
        baseUrl: url,
        ca: this.server.ca,
        webhookToken: webhookSecret,
        email: 'financeiro@example.com',
        patience: { ...patience, ...change },
        ...options,
      }),
    )
  }

  /** What the providers have in their books about one txid. */
  booksOf(txid: string) {
    const { charges, payments, refunds } = this.server.books()
    const ids = payments.filter((payment) => payment.txid === txid).map(({ id }) => id)
    return {
      charges: charges.filter((charge) => charge.txid === txid),
      payments: payments.filter((payment) => payment.txid === txid),
      refunds: refunds.filter(({ paymentId }) => ids.includes(paymentId)),
    }
  }

  #keep(gateway: PixGateway): PixGateway {
    this.#gateways.push(gateway)
    return gateway
  }
}

export function testWorld(): World {
  const world = new World()
  beforeAll(() => world.start())
  afterEach(() => expect(world.server.problems.map(({ text }) => text)).toEqual([]))
  afterAll(() => world.stop())
  return world
}

/** A charge that was not made before. */
export function someCharge(change: Partial<ChargeRequest> = {}): ChargeRequest {
  return {
    txid: randomBytes(16).toString('hex'),
    amountCents: 19_990,
    expiresInSeconds: 3600,
    payer: { document: '12345678909', name: 'Ana Lima' },
    description: 'Fatura 1042',
    ...change,
  }
}

export const someRefundId = () => randomBytes(8).toString('hex')

/** The error that a call ends with. */
export async function errorOf(call: Promise<unknown>): Promise<PixError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (isPixError(error)) return error
  throw new Error('there was no error of the gateway', { cause: error })
}
