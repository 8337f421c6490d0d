import { Readable } from 'node:stream'
import { type App, type GraphServer, type PageChat, type Person, createGraphServer } from '@guiche/graph-testserver'
import { afterEach, beforeEach } from 'vitest'
import {
  type CloudContent,
  type CloudSending,
  ExchangeFailed,
  type GraphClient,
  type GraphRequest,
  type Sending,
  type Transport,
  createGraphClient,
  exchangeToken,
  instagramScopes,
  listPages,
  pageScopes,
  sendPart,
  sendToWhatsApp,
} from '@guiche/meta'

/** Without rules where it may go. */
export const transport: Transport = async ({ method, url, headers, json, form, answerMs }) => {
  const type = form?.type ?? (json === undefined ? undefined : 'application/json')
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...(type !== undefined && { 'content-type': type }) },
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(form && { body: Readable.toWeb(form.bytes), duplex: 'half' }),
    })
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
  } catch (error) {
    throw new ExchangeFailed(true, { cause: error })
  }
}

/** A page with an Instagram account, somebody who runs both, and the client with a login of theirs. */
export class MetaWorld {
  #server: GraphServer | undefined
  #shop: ReturnType<typeof openShop> | undefined
  readonly requests: GraphRequest[] = []

  get server(): GraphServer {
    return there(this.#server)
  }

  get shop(): ReturnType<typeof openShop> {
    return there(this.#shop)
  }

  get graph(): GraphClient {
    return this.clientOf(this.shop.app)
  }

  clientOf(app: App): GraphClient {
    return createGraphClient({
      baseUrl: this.server.url,
      version: 'v25.0',
      appId: app.id,
      appSecret: app.secret,
      userAgent: 'Guiche/1',
      firstPause: 1,
      transport: (request) => {
        this.requests.push(request)
        return transport(request)
      },
    })
  }

  async start(): Promise<void> {
    this.#server = await createGraphServer()
    this.#shop = openShop(this.#server)
    this.requests.length = 0
  }

  async stop(): Promise<void> {
    await this.server.stop()
    if (this.server.problems.length > 0) throw new Error(JSON.stringify(this.server.problems))
  }

  /** The token of the page after a login. */
  async pageToken(): Promise<string> {
    const [page] = await listPages(this.graph, await exchangeToken(this.graph, this.login()))
    return there(page).token
  }

  /** The short token of a login. */
  login(without: string[] = []): string {
    const { app, owner } = this.shop
    const opening = { client_id: app.id, scope: [...pageScopes, ...instagramScopes], response_type: 'token' as const }
    const { response } = this.server.login.choose(opening, { kind: 'allow', member: owner.id, without })
    const answer = response.authResponse
    if (!answer || !('accessToken' in answer)) throw new Error('the login was refused')
    return String(answer.accessToken)
  }

  /** Somebody who has written to the number, and what sends to them. `address`: by default their number. */
  async chat(person: Person, address = person.waId ?? '') {
    const { number, business, app } = this.shop
    const chat = person.chat(number)
    const { id } = await chat.text('Oi')
    const sending: CloudSending = { numberId: number.id, token: business.token(app), address, mark: 'guiche:0/1:m1' }
    const send = (content: CloudContent, fields: Partial<CloudSending> = {}) =>
      sendToWhatsApp(this.graph, { ...sending, ...fields }, content)
    return { chat, sending, send, firstId: id }
  }

  /** Somebody who has written, and what sends to them. */
  async talk(at: 'page' | 'instagram'): Promise<Talk> {
    const person = this.server.person(undefined, 'Ana Lima')
    const { [at]: place, page } = this.shop
    const chat: PageChat = person.at(place)
    await chat.text('Oi')
    const sending = {
      pageId: page.id,
      token: await this.pageToken(),
      personId: chat.friend.id,
      metadata: 'guiche:0/1:m1',
    }
    return { person, chat, sending, send: (text: string) => sendPart(this.graph, sending, { text }) }
  }
}

interface Talk {
  person: Person
  chat: PageChat
  sending: Sending
  send: (text: string) => Promise<string>
}

function openShop(server: GraphServer) {
  const app = server.app()
  app.requiresProof = true
  const page = server.page('Loja Exemplo', { id: '1045' })
  const instagram = page.withInstagram('lojaexemplo', { id: '17841400000000000' })
  const owner = server.member('Bia Dona').manages(page)
  const business = server.business('Loja Exemplo')
  const number = business.account().link(app).number('551133334444')
  return { app, page, instagram, owner, business, number }
}

function there<T>(one: T | undefined): T {
  if (one === undefined) throw new Error('it is not there')
  return one
}

export function metaWorld(): MetaWorld {
  const world = new MetaWorld()
  beforeEach(() => world.start())
  afterEach(() => world.stop())
  return world
}
