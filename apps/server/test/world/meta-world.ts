import {
  type App,
  type GraphServer,
  type PageChat,
  type PhoneNumber,
  type Person as Customer,
  type WhatsAppChat,
  createGraphServer,
  openShop,
} from '@guiche/graph-testserver'
import { instagramScopes, pageScopes } from '@guiche/meta'
import { afterAll, beforeAll } from 'vitest'
import type { Log } from '../../src/platform/process/log.ts'
import { type RetryPauses, retryPauses } from '../../src/modules/delivery/retry-pauses.ts'
import { type Answer, type Company, type Person, type World, createWorld, eventually } from './index.ts'
import { stopGraph } from './stop-graph.ts'

export const verifyToken = 'token-de-verificacao'

interface NumberOptions {
  /** By default an app of the installation. */
  app?: App
  /** By default a number of a business of its own. */
  number?: PhoneNumber
  /** What the token may do; by default everything. */
  scopes?: readonly string[]
  /** In days, until the token ends; by default never. */
  days?: number
}

interface Options {
  /** In ms, until a message is marked as not confirmed. */
  unconfirmed?: number
  /** Pauses of a connection that is offline. */
  offline?: RetryPauses['offline']
  /** Whether Meta has approved the app for answers of people within seven days. */
  mayAnswerLate?: boolean
  /** The installation has an app; by default it has. */
  hasApp?: boolean
  /** Where phones are paired. */
  whatsAppUrl?: () => string
  log?: Log
}

export type MetaShop = Awaited<ReturnType<MetaWorld['shop']>>

export type NumberShop = Awaited<ReturnType<MetaWorld['numberShop']>>

export interface NumberTalk extends Desk {
  person: Customer
  chat: WhatsAppChat
  ticketId: number
  contactId: number
}

export interface MetaTalk extends Desk {
  person: Customer
  chat: PageChat
  ticketId: number
}

interface Desk {
  messages(): Promise<Answer['body'][]>
  write(body: string, fields?: object): Promise<{ id: number }>
  /** The message as the attendant sees it, once it is as the test says. */
  shown(id: number, check: (message: Answer['body']) => void): Promise<Answer['body']>
  heard(body: string): Promise<Answer['body']>
}

/** The application with a Graph API for tests, whose webhooks reach it. One per test file. */
export class MetaWorld {
  readonly #options: Options
  #server: GraphServer | undefined
  #shop: ReturnType<typeof openShop> | undefined
  #world: World | undefined
  #count = 0

  constructor(options: Options) {
    this.#options = options
  }

  get server(): GraphServer {
    return there(this.#server)
  }

  get app() {
    return there(this.#shop).app
  }

  get world(): World {
    return there(this.#world)
  }

  async start(): Promise<void> {
    const { unconfirmed, offline, mayAnswerLate = true, hasApp = true, whatsAppUrl, log } = this.#options
    this.#server = await createGraphServer()
    this.#shop = openShop(this.#server)
    this.app.requiresProof = true
    const { id: appId, secret: appSecret, configId: signUpConfigId } = this.app
    const app = { appId, appSecret, verifyToken, signUpConfigId, mayAnswerLate }
    const meta = { graphUrl: this.server.url, loginUrl: this.server.url, app: hasApp ? app : undefined }
    this.#world = await createWorld({
      meta,
      ...(log && { log }),
      ...(whatsAppUrl && { whatsAppUrl: whatsAppUrl() }),
      retryPauses: { ...retryPauses, ...(unconfirmed && { unconfirmed }), ...(offline && { offline }) },
    })
    if (hasApp) await this.server.subscribeToAll(this.app, `${await this.world.url()}/webhook`, verifyToken)
  }

  async stop(): Promise<void> {
    await this.#world?.close()
    if (this.#server) await stopGraph(this.#server)
  }

  /** Somebody who runs a page of their own, with an Instagram account. */
  owner(name = `Loja ${++this.#count}`) {
    const page = this.server.page(name)
    const instagram = page.withInstagram(`conta${++this.#count}`)
    const member = this.server.member(`Bia ${this.#count}`).manages(page)
    return { page, instagram, member }
  }

  /** The short token of a login. */
  login(member: { id: string }, without: string[] = []): string {
    const opening = {
      client_id: this.app.id,
      scope: [...pageScopes, ...instagramScopes],
      response_type: 'token' as const,
    }
    const { response } = this.server.login.choose(opening, { kind: 'allow', member: member.id, without })
    const answer = response.authResponse
    if (!answer || !('accessToken' in answer)) throw new Error('the login was refused')
    return String(answer.accessToken)
  }

  link(admin: Person, member: { id: string }, fields: object = {}): Promise<Answer> {
    return admin.post('/facebook', { facebookUserId: member.id, facebookUserToken: this.login(member), ...fields })
  }

  /** A number of a business of its own on the Cloud API. */
  number({
    digits,
    ...options
  }: { digits?: string; isRegistered?: boolean; isOnPhoneApp?: boolean; pin?: string } = {}): PhoneNumber {
    const display = digits ?? `551133${String(330_000 + ++this.#count)}`
    return this.server
      .business(`Negócio ${++this.#count}`)
      .account()
      .number(display, `Loja ${this.#count}`, options)
  }

  /** What somebody types to connect a number. */
  numberForm({ app = this.app, number = this.number(), scopes, days }: NumberOptions = {}) {
    const { account } = number
    const token = account.business.token(app, { ...(scopes && { scopes }), ...(days !== undefined && { days }) })
    return {
      number,
      form: { name: `Oficial ${number.display}`, phoneNumberId: number.id, accountId: account.id, token },
    }
  }

  /** Connects a number of the Cloud API to a company, and answers its connection. */
  async connectNumber(
    admin: Person,
    options: NumberOptions = {},
    fields: object = {},
  ): Promise<{ number: PhoneNumber; token: string; connection: Answer['body'] }> {
    const { number, form } = this.numberForm(options)
    const { status, body } = await admin.post('/whatsapp-official', { ...form, ...fields })
    if (status !== 200) throw new Error(`the number was not connected: ${JSON.stringify(body)}`)
    return { number, token: form.token, connection: body }
  }

  /** Somebody with a business of their own, who can sign its numbers up. */
  businessOwner() {
    const business = this.server.business(`Negócio ${++this.#count}`)
    return { business, member: this.server.member(`Bia ${this.#count}`, business) }
  }

  /** Goes through the sign-up window as somebody's browser does, and answers with what it brings back. */
  async signUpWindow(
    person: Person,
    choice: object,
    asked: { staysOnPhone?: boolean; isRenewal?: boolean; whatsappId?: number } = {},
  ): Promise<{ opened: URL; code: string; state: string; error: string | null }> {
    const { status, body } = await person.post('/whatsapp-official/login', { staysOnPhone: false, ...asked })
    if (status !== 200) throw new Error(`the window was not opened: ${JSON.stringify(body)}`)
    const opened = new URL(body.url)
    const { extras = '{}', ...opening } = Object.fromEntries(opened.searchParams)
    const answer = await fetch(`${this.server.url}/login/choose`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ opening: { ...opening, extras: JSON.parse(extras) }, choice }),
    })
    const { redirect } = (await answer.json()) as { redirect: string }
    const { searchParams } = new URL(redirect)
    const [code = '', state = ''] = ['code', 'state'].map((name) => searchParams.get(name) ?? '')
    return { opened, code, state, error: searchParams.get('error') }
  }

  /** A company with a page and an Instagram account, and an attendant of its queue. */
  async shop() {
    const company = await this.world.company()
    const [admin, queue] = [await company.admin(), await company.queue()]
    const attendant = await company.attendant({ queues: [queue] })
    const owner = this.owner()
    const { body } = await this.link(admin, owner.member, { addInstagram: true })
    const ids = body.accounts.map((account: { whatsappId: number }) => account.whatsappId)
    for (const id of ids) await admin.put(`/whatsapp/${id}`, { queueIds: [queue.id] })
    const [pageConnection, instagramConnection] = ids
    return {
      company,
      admin,
      queue,
      attendant,
      ...owner,
      connections: { page: pageConnection, instagram: instagramConnection },
    }
  }

  /** Somebody who writes to the page or account of a shop, and the ticket that an attendant has accepted. */
  async talk(at: 'page' | 'instagram', shop: MetaShop): Promise<MetaTalk> {
    const person = this.server.person(undefined, `Ana Lima ${++this.#count}`)
    const chat: PageChat = person.at(shop[at])
    await chat.text('Oi')
    const ticket = await this.ticketOf(shop.company, `${shop[at].id}:${chat.friend.id}`)
    await shop.attendant.put(`/tickets/${ticket.id}`, { status: 'open', userId: shop.attendant.id })
    const desk = this.#desk(shop.attendant, Number(ticket.id))
    // Opening the ticket marks it as read, which is a call of the same path as a message.
    await desk.messages()
    await eventually(() => there(chat.friend.actions.find(({ action }) => action === 'mark_seen')))
    return { person, chat, ticketId: Number(ticket.id), ...desk }
  }

  /** A company with a number on the Cloud API, and an attendant of its queue. */
  async numberShop(options: NumberOptions = {}, fields: object = {}) {
    const company = await this.world.company()
    const [admin, queue] = [await company.admin(), await company.queue()]
    const attendant = await company.attendant({ queues: [queue] })
    const { number, token, connection } = await this.connectNumber(admin, options, fields)
    await admin.put(`/whatsapp/${connection.id}`, { queueIds: [queue.id] })
    return { company, admin, queue, attendant, number, token, connectionId: Number(connection.id) }
  }

  /** Somebody who writes to the number of a shop, and the ticket that an attendant has accepted. */
  async chat(shop: NumberShop, person: Customer = this.customer()): Promise<NumberTalk> {
    const chat = person.chat(shop.number)
    const { id } = await chat.text('Oi')
    const { number } = shop
    const identity =
      number.knowsNumberOf(person) && person.waId !== undefined
        ? person.waId
        : `${number.account.business.id}:${person.userIdAt(number.account.business)}`
    const ticket = await this.ticketOf(shop.company, identity)
    await shop.attendant.put(`/tickets/${ticket.id}`, { status: 'open', userId: shop.attendant.id })
    const desk = this.#desk(shop.attendant, Number(ticket.id))
    await desk.messages()
    await eventually(() => there(number.messages.get(id)?.statuses.find((one) => one === 'read')))
    return { person, chat, ticketId: Number(ticket.id), contactId: Number(ticket.contact_id), ...desk }
  }

  /** Somebody with a mobile number. */
  customer(): Customer {
    const nth = ++this.#count
    return this.server.person(`551198${String(7_000_000 + nth)}`, `Ana Lima ${nth}`)
  }

  /** The newest ticket of a person; waits until there is one. */
  ticketOf(company: Company, identity: string): Promise<{ id: number; contact_id: number; status: string }> {
    return eventually(async () => {
      const [ticket] = await company.sql(
        `select t.id::int, t.contact_id::int, t.status from tickets t
         join contact_identities i on i.company_id = t.company_id and i.contact_id = t.contact_id
         where t.company_id = $1 and i.key = identity_key(i.kind, $2) order by t.id desc limit 1`,
        [company.id, identity],
      )
      return there(ticket)
    })
  }

  /** All webhooks have reached the application. */
  settled(): Promise<void> {
    return this.server.webhooks.idle()
  }

  #desk(attendant: Person, ticketId: number): Desk {
    const messages = async () => (await attendant.get(`/messages/${ticketId}?pageNumber=1`)).body.messages
    return {
      messages,
      write: async (body, fields = {}) => (await attendant.post(`/messages/${ticketId}`, { body, ...fields })).body,
      shown: (id, check) =>
        eventually(async () => {
          const message = (await messages()).find((one: { id: number }) => one.id === id)
          check(message)
          return message
        }),
      heard: (body) =>
        eventually(async () => there((await messages()).find((one: { body: string }) => one.body === body))),
    }
  }
}

function there<T>(one: T | undefined | null): T {
  if (one === undefined || one === null) throw new Error('it is not there yet')
  return one
}

export function metaOfFile(options: Options = {}): MetaWorld {
  const meta = new MetaWorld(options)
  beforeAll(() => meta.start())
  afterAll(() => meta.stop())
  return meta
}
