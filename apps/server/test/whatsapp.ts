import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll } from 'vitest'
import { type Contact, type Phone, type WaServer, createWaServer, trustNoiseRoot } from '@guiche/wa-testserver'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

export interface PairedConnection {
  id: number
  phone: Phone
}

/** The application with a WhatsApp test server and a company whose admin links phones. One per test file. */
export class WhatsAppWorld {
  #server: WaServer | undefined
  #world: World | undefined
  #company: Company | undefined
  #admin: Person | undefined
  #count = 0
  #stopServer: (() => Promise<void>) | undefined

  get server(): WaServer {
    return there(this.#server)
  }

  get world(): World {
    return there(this.#world)
  }

  get company(): Company {
    return there(this.#company)
  }

  get admin(): Person {
    return there(this.#admin)
  }

  async start(): Promise<void> {
    const { server, stop } = await startWaServer()
    this.#server = server
    this.#stopServer = stop
    this.#world = await createWorld({ whatsAppUrl: this.#server.url })
    this.#company = await this.#world.company()
    this.#admin = await this.#company.admin()
  }

  async stop(): Promise<void> {
    await this.#world?.close()
    await this.#stopServer?.()
  }

  /** A connection, linked with the code that its admin sees. */
  async paired(settings: object = {}): Promise<PairedConnection> {
    const mark = String(++this.#count).padStart(5, '0')
    const phone = this.server.phone(`55119000${mark}`, 'Loja Central', { businessName: 'Loja Central' })
    const { id } = (await this.admin.post('/whatsapp', { name: `Loja ${mark}`, channel: 'whatsapp', ...settings })).body
    const shown = async () => (await this.admin.get(`/whatsapp/${id}`)).body
    await phone.scan(await eventually(async () => said((await shown()).qrcode)))
    await eventually(async () => said((await shown()).status === 'CONNECTED'))
    return { id, phone }
  }

  customer(name = 'Rita Moura'): Contact {
    return this.server.contact(`551198${String(++this.#count).padStart(7, '0')}`, name)
  }

  /** The newest ticket of a connection, or of one customer; waits until there is one. */
  async ticketOf(
    { id }: PairedConnection,
    customer?: Contact,
  ): Promise<{ id: number; uuid: string; contact_id: number; status: string }> {
    return eventually(async () => {
      const [ticket] = await this.company.sql(
        `select t.id::int, t.uuid, t.contact_id::int, t.status
         from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
         where t.connection_id = $1 and ($2::text is null or c.phone = $2) order by t.id desc`,
        [id, customer?.number ?? null],
      )
      return there(ticket)
    })
  }
}

/** A WhatsApp test server that the application trusts until it stops. */
export async function startWaServer(): Promise<{ server: WaServer; stop: () => Promise<void> }> {
  const server = await createWaServer({ initialKeys: 'few' })
  trustNoiseRoot(server.noiseRoot.public)
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, server.media.tls.cert])
  return {
    server,
    stop: async () => {
      await server.stop()
      // Servers of other files have other certificates of the same name, and of two of them the wrong one may be tried.
      setDefaultCACertificates(trusted)
    },
  }
}

/** Throws until the value is there, for `eventually`. */
function said<T>(answer: T): T {
  if (!answer) throw new Error('it is not so yet')
  return answer
}

function there<T>(one: T | undefined): T {
  if (!one) throw new Error('it is not up yet')
  return one
}

export function whatsAppOfFile(): WhatsAppWorld {
  const whatsApp = new WhatsAppWorld()
  beforeAll(() => whatsApp.start())
  afterAll(() => whatsApp.stop())
  return whatsApp
}
