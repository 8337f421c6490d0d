import type { Contact, Phone, WaServer } from '@guiche/wa-testserver'
import { afterAll, beforeAll } from 'vitest'
import { type MetaWorld, metaOfFile } from './meta-world.ts'
import { type Answer, type Company, type Person, eventually } from './index.ts'
import { startWaServer } from '#test/whatsapp'

export interface PairedShop {
  company: Company
  admin: Person
  attendant: Person
  connectionId: number
  phone: Phone
}

type Writer = ReturnType<MetaWorld['server']['person']>

/** The application between a WhatsApp for paired phones and a Graph API, both for tests. One per test file. */
export class BothWays {
  readonly meta: MetaWorld
  readonly #whatsApp: () => WaServer
  /** Who has written to a paired phone, by its number. */
  readonly #writers: { digits: string; person: Writer }[] = []
  #count = 0

  constructor(meta: MetaWorld, whatsApp: () => WaServer) {
    this.meta = meta
    this.#whatsApp = whatsApp
  }

  get whatsApp(): WaServer {
    return this.#whatsApp()
  }

  newPhone(): Phone {
    return this.whatsApp.phone(`551199${String(++this.#count).padStart(7, '0')}`, 'Loja Central', {
      businessName: 'Loja Central',
    })
  }

  customer(): Contact {
    return this.whatsApp.contact(`551198${String(++this.#count).padStart(7, '0')}`, 'Rita Moura')
  }

  /** A company whose connection is paired with a phone, and an attendant of its queue. */
  async shop(settings: object = {}): Promise<PairedShop> {
    const company = await this.meta.world.company({ plan: {} })
    const [admin, queue] = [await company.admin(), await company.queue()]
    const attendant = await company.attendant({ queues: [queue], allowGroup: true })
    const phone = this.newPhone()
    const body = { name: `Vendas ${this.#count}`, channel: 'whatsapp', queueIds: [queue.id], ...settings }
    const connectionId = Number((await admin.post('/whatsapp', body)).body.id)
    await this.scan(admin, connectionId, phone)
    await eventually(async () => must((await this.connection(admin, connectionId)).status === 'CONNECTED'))
    return { company, admin, attendant, connectionId, phone }
  }

  /** With the code that the admin sees. */
  async scan(admin: Person, connectionId: number, phone: Phone): Promise<void> {
    await phone.scan(await eventually(async () => must((await this.connection(admin, connectionId)).qrcode)))
  }

  async connection(admin: Person, connectionId: number): Promise<Answer['body']> {
    return (await admin.get(`/whatsapp/${connectionId}`)).body
  }

  /** The same number at Meta, and what opens it. */
  official({ phone }: Pick<PairedShop, 'phone'>, digits = phone.number) {
    return this.#opening({ digits })
  }

  /** The same, while the app of the phone keeps the number. */
  onPhone({ phone }: Pick<PairedShop, 'phone'>) {
    return this.#opening({ digits: phone.number, isOnPhoneApp: true })
  }

  #opening(options: { digits: string; isOnPhoneApp?: boolean }) {
    const { number, form } = this.meta.numberForm({ number: this.meta.number(options) })
    const { name: _name, ...claim } = form
    // Whoever wrote to this number has an open window. With a closed one Meta accepts a message, and reports later that it failed.
    for (const { digits, person } of this.#writers)
      if (digits === options.digits) number.threadWith(person).lastFromPerson = new Date()
    return { number, form, claim }
  }

  /** Moves the connection of a shop to the Cloud API. */
  async moved(shop: PairedShop) {
    const official = this.official(shop)
    const answer = await shop.admin.post(`/whatsapp/${shop.connectionId}/move/official`, official.claim)
    if (answer.status !== 200) throw new Error(`the number was not moved: ${JSON.stringify(answer.body)}`)
    return official
  }

  /** The connection of a shop is official, and its phone gets the number back. */
  async movedBack(shop: PairedShop): Promise<void> {
    await eventually(async () => must(shop.phone.linkedDevices.length === 0))
    await shop.admin.post(`/whatsapp/${shop.connectionId}/move/phone`)
    await this.scan(shop.admin, shop.connectionId, shop.phone)
    await eventually(async () => {
      const { status, provider, phoneMove } = await this.connection(shop.admin, shop.connectionId)
      must(status === 'CONNECTED' && provider === 'beta' && phoneMove === null)
    })
  }

  /** Somebody who writes to the paired phone, and their ticket, which the attendant has accepted. */
  async talk({ company, attendant, phone, connectionId }: PairedShop, customer = this.customer()) {
    const person = this.meta.server.person(customer.number, customer.name)
    this.#writers.push({ digits: phone.number, person })
    await customer.chat(phone).text('Oi')
    const ticket = await eventually(async () => {
      const [row] = await company.sql(
        `select t.id::int from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
         where t.company_id = $1 and t.connection_id = $2 and c.name = $3 and t.status <> 'closed' order by t.id desc limit 1`,
        [company.id, connectionId, 'Rita Moura'],
      )
      return must(row)
    })
    const ticketId = Number(ticket.id)
    await attendant.put(`/tickets/${ticketId}`, { status: 'open', userId: attendant.id })
    const messages = async (): Promise<Answer['body'][]> =>
      (await attendant.get(`/messages/${ticketId}?pageNumber=1`)).body.messages
    return {
      customer,
      /** The same customer on the Cloud API. */
      person,
      ticketId,
      messages,
      write: (body: string, fields: object = {}) => attendant.post(`/messages/${ticketId}`, { body, ...fields }),
      shown: (body: string, check: (message: Answer['body']) => void) =>
        eventually(async () => check(must((await messages()).find((one) => one.body === body)))),
    }
  }
}

function must<T>(one: T): NonNullable<T> {
  if (one === undefined || one === null || one === false || one === '') throw new Error('it is not there yet')
  return one
}

export function bothWaysOfFile(options: { unconfirmed?: number } = {}): BothWays {
  let started: Awaited<ReturnType<typeof startWaServer>> | undefined
  const whatsApp = () => {
    if (!started) throw new Error('it is not up yet')
    return started.server
  }
  beforeAll(async () => {
    started = await startWaServer()
  })
  // Hooks after a file run in the opposite order.
  afterAll(() => started?.stop())
  return new BothWays(metaOfFile({ ...options, whatsAppUrl: () => whatsApp().url }), whatsApp)
}
