import { type App, type GraphServer, type PhoneNumber, createGraphServer } from '@guiche/graph-testserver'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { Receiver } from './receiver.ts'

export interface Answered {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

interface Call {
  headers?: Record<string, string>
  body?: unknown
  form?: FormData
  raw?: Buffer
  /** The token of the shop by default; null for none. */
  token?: string | null
}

const accountFields = [
  'messages',
  'smb_message_echoes',
  'smb_app_state_sync',
  'history',
  'message_template_status_update',
  'message_template_quality_update',
  'template_category_update',
  'phone_number_quality_update',
  'phone_number_name_update',
  'account_update',
  'user_preferences',
]

const pageFields = [
  'messages',
  'messaging_postbacks',
  'message_deliveries',
  'message_reads',
  'message_echoes',
  'message_reactions',
  'messaging_referrals',
  'message_edits',
  'standby',
]

const instagramFields = [
  'messages',
  'messaging_postbacks',
  'messaging_seen',
  'message_reactions',
  'messaging_referral',
  'message_edit',
  'standby',
]

export const shopNumber = '551133334444'

/** A server of its own for each test, with a shop: an app, an account with a number, a page and an Instagram account. */
export class World {
  expectedProblems: string[] = []
  readonly receiver = new Receiver()
  #server: GraphServer | undefined
  #shop: ReturnType<typeof openShop> | undefined

  get server(): GraphServer {
    if (!this.#server) throw new Error('the server is not up yet')
    return this.#server
  }

  get shop(): ReturnType<typeof openShop> {
    if (!this.#shop) throw new Error('the shop is not open yet')
    return this.#shop
  }

  /** With a moment, the clock stands there. */
  async start(clockAt?: Date): Promise<void> {
    this.#server = await createGraphServer({ clockAt })
    this.#shop = openShop(this.#server)
    const { app } = this.#shop
    this.receiver.secret = app.secret
    this.receiver.status = 200
    this.receiver.onPost = undefined
    this.receiver.received.length = 0
    const { url, verifyToken } = this.receiver
    await this.#server.subscribe(app, 'whatsapp_business_account', url, verifyToken, accountFields)
    await this.#server.subscribe(app, 'page', url, verifyToken, pageFields)
    await this.#server.subscribe(app, 'instagram', url, verifyToken, instagramFields)
  }

  async stop(): Promise<void> {
    await this.#server?.stop()
  }

  /** A call to the Graph API, by default with the token of the shop and the newest version. */
  async call(
    method: string,
    path: string,
    { headers = {}, body, form, raw, token = this.shop.token }: Call = {},
  ): Promise<Answered> {
    const response = await fetch(`${this.server.url}${/^\/v\d/.test(path) ? '' : '/v25.0'}${path}`, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form && { body: form }),
      ...(raw && { body: new Uint8Array(raw) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : {} }
  }

  /** Sends a message from the shop's number, and waits for its webhooks. */
  async send(message: object, number: PhoneNumber = this.shop.number): Promise<Answered> {
    const answer = await this.call('POST', `/${number.id}/messages`, {
      body: { messaging_product: 'whatsapp', ...message },
    })
    await this.settled()
    return answer
  }

  /** Webhooks that follow an answer have arrived. */
  settled(): Promise<void> {
    return this.server.webhooks.idle()
  }

  /** The values of the changes that arrived since the last call, with their fields. */
  changes(): { field: string; value: Record<string, unknown> }[] {
    return this.receiver
      .take()
      .flatMap((body) => (isAccountWebhook(body) ? body.entry.flatMap(({ changes }) => changes) : []))
  }

  /** The statuses among them. */
  statuses(): unknown[] {
    return this.changes().flatMap(({ value }) => (Array.isArray(value['statuses']) ? value['statuses'] : []))
  }

  /** The items of pages and Instagram accounts that arrived since the last call. */
  items(): unknown[] {
    return this.receiver
      .take()
      .flatMap((body) => (isPageWebhook(body) ? body.entry.flatMap(({ messaging }) => messaging ?? []) : []))
  }
}

function openShop(server: GraphServer) {
  const app = server.app()
  const business = server.business('Exemplo Ltda')
  const account = business.account('Exemplo', { id: '102290129340398' }).link(app)
  const number = account.number(shopNumber, 'Exemplo', { id: '106540352242922' })
  const page = server.page('Loja Exemplo', { id: '1045' })
  const instagram = page.withInstagram('lojaexemplo', { id: '17841400000000000' })
  const owner = server.member('Bia Dona', business).manages(page)
  return { app, business, account, number, page, instagram, owner, token: business.token(app) }
}

interface AccountWebhook {
  entry: { changes: { field: string; value: Record<string, unknown> }[] }[]
}

const hasObject = (body: unknown, ...objects: string[]) =>
  typeof body === 'object' &&
  body !== null &&
  'object' in body &&
  objects.includes(String(body.object)) &&
  'entry' in body

const isAccountWebhook = (body: unknown): body is AccountWebhook => hasObject(body, 'whatsapp_business_account')

const isPageWebhook = (body: unknown): body is { entry: { messaging?: unknown[] }[] } =>
  hasObject(body, 'page', 'instagram')

export function testWorld(clockAt?: Date): World {
  const world = new World()
  beforeAll(async () => void (await world.receiver.start()))
  beforeEach(() => world.start(clockAt))
  afterEach(async () => {
    const { expectedProblems } = world
    world.expectedProblems = []
    await world.stop()
    expect(world.server.problems.map(({ text }) => text)).toEqual(expectedProblems)
  })
  afterAll(() => world.receiver.stop())
  return world
}

/** A long token for a short one. */
export async function longToken(world: World, short: string, { id, secret }: App = world.shop.app): Promise<string> {
  const params = new URLSearchParams({
    grant_type: 'fb_exchange_token',
    client_id: id,
    client_secret: secret,
    fb_exchange_token: short,
  })
  const { body } = await world.call('GET', `/oauth/access_token?${params.toString()}`, { token: null })
  return String(body['access_token'])
}

/** The lasting token that a page has after a login with all permissions but those that are taken out. */
export async function pageToken(world: World, without: string[] = []): Promise<string> {
  const token = await longToken(world, userLogin(world, without).accessToken)
  const { body } = await world.call('GET', '/me/accounts?fields=id,access_token', { token })
  const [page] = Array.isArray(body['data']) ? body['data'] : []
  return String(page?.access_token)
}

export const pageScopes = [
  'public_profile',
  'pages_show_list',
  'pages_messaging',
  'pages_manage_metadata',
  'pages_read_engagement',
  'business_management',
  'instagram_basic',
  'instagram_manage_messages',
]

/** A login of the owner by the script in a page, with all permissions but those that are taken out. */
export function userLogin(world: World, without: string[] = []): { accessToken: string; userID: string } {
  const { app } = world.shop
  const opening = { client_id: app.id, scope: pageScopes, response_type: 'token' as const }
  const { response } = world.server.login.choose(opening, { kind: 'allow', member: world.shop.owner.id, without })
  const answer = response.authResponse
  if (!answer || !('accessToken' in answer) || !('userID' in answer)) throw new Error('the login was refused')
  return { accessToken: String(answer.accessToken), userID: String(answer.userID) }
}

export function errorOf({ body }: Answered): { code?: unknown } {
  const { error } = body
  return typeof error === 'object' && error !== null ? error : {}
}
