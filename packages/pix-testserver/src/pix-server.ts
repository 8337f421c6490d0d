import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Asaas } from './asaas/asaas.ts'
import { Bank } from './bank.ts'
import { Book, type BookCharge, type Books } from './book/book.ts'
import { Authority } from './certificates.ts'
import { Clock } from './clock.ts'
import { Efi } from './efi/efi.ts'
import { Problems } from './problems.ts'
import { Webhooks } from './webhooks/webhooks.ts'

export interface PixServerOptions {
  /** By default free ones. */
  efiPort?: number | undefined
  asaasPort?: number | undefined
}

/** Efí and Asaas for tests, over TLS, and the bank of who pays. */
export class PixServer {
  readonly clock = new Clock()
  readonly webhooks = new Webhooks()
  readonly efi: Efi
  readonly asaas: Asaas
  readonly bank: Bank
  /** The authority of all certificates, as PEM: what a client has to trust. */
  readonly ca: string
  readonly #options: PixServerOptions
  readonly #problems = new Problems()
  readonly #book = new Book()
  #foreign: Authority | undefined
  #paidBeforeAnswer = 0
  #folder: string | undefined

  constructor(options: PixServerOptions = {}) {
    this.#options = options
    const authority = new Authority('Pix test server')
    this.ca = authority.certificate
    const world = { book: this.#book, clock: this.clock, webhooks: this.webhooks, problems: this.#problems }
    const foreign = () => (this.#foreign ??= new Authority('Somebody else'))
    const created = (charge: BookCharge) => this.#created(charge)
    this.efi = new Efi({ world, authority, foreign, created })
    this.asaas = new Asaas({ world, authority, foreign, created })
    this.bank = new Bank({
      book: this.#book,
      clock: this.clock,
      providers: { efi: this.efi, asaas: this.asaas },
    })
  }

  async start(): Promise<this> {
    await Promise.all([this.efi.side.start(this.#options.efiPort), this.asaas.side.start(this.#options.asaasPort)])
    return this
  }

  async stop(): Promise<void> {
    await Promise.all([this.efi.side.stop(), this.asaas.side.stop(), this.webhooks.idle()])
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Every charge, payment and refund at both providers. */
  books(): Books {
    return this.#book.read()
  }

  /** The charges of both providers, oldest first. */
  get charges(): readonly BookCharge[] {
    return this.#book.charges
  }

  /** Errors of this server. A test fails if there are any. */
  get problems(): readonly { text: string; error?: unknown }[] {
    return this.#problems.list
  }

  /** The next charges are paid before their creation is answered, and their webhooks arrive before it too. */
  payBeforeAnswer({ times = 1 } = {}): void {
    this.#paidBeforeAnswer = times
  }

  /** The environment variables that a product in another process needs to use this server. */
  get environment(): Record<string, string> {
    return {
      GUICHE_EFI_URL: this.efi.url,
      GUICHE_ASAAS_URL: this.asaas.url,
      GUICHE_PIX_CA: this.files().ca,
      GUICHE_EFI_WEBHOOKS_FROM: '127.0.0.1',
    }
  }

  /** By provider, how a product is told to be paid here: the body of `PUT /billing/settings`. */
  get settings() {
    const { account, p12 } = this.efi
    return {
      efi: {
        provider: 'efi',
        efiClientId: account.clientId,
        efiClientSecret: account.clientSecret,
        efiPixKey: account.pixKey,
        efiCertificate: p12.toString('base64'),
      },
      asaas: { provider: 'asaas', asaasToken: this.asaas.accessToken, asaasEmail: 'dono@guiche.test' },
    } as const
  }

  /** The authority and the account's certificates in files, for a product in another process. */
  files(): { ca: string; p12: string; pem: string } {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'pix-testserver-'))
    const write = (name: string, content: string | Buffer) => {
      const path = join(this.#folder ?? '', name)
      writeFileSync(path, content, { mode: 0o600 })
      return path
    }
    return {
      ca: write('ca.pem', this.ca),
      p12: write('efi.p12', this.efi.p12),
      pem: write('efi.pem', this.efi.pem),
    }
  }

  async #created(charge: BookCharge): Promise<void> {
    if (this.#paidBeforeAnswer === 0) return
    this.#paidBeforeAnswer--
    this.bank.pay(charge)
    await this.webhooks.idle()
  }
}

export function createPixServer(options?: PixServerOptions): Promise<PixServer> {
  return new PixServer(options).start()
}
