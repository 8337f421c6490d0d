import { Clock, type Span } from '@guiche/pix-testserver/clock'
import type { Faults } from '@guiche/pix-testserver/faults'
import { Problems } from '@guiche/pix-testserver/problems'
import { App, type AppOptions } from './access/app.ts'
import { LoginCodes } from './access/login-codes.ts'
import { Member } from './access/member.ts'
import { removeGrant } from './access/member-calls.ts'
import { Tokens } from './access/tokens.ts'
import { answer } from './answer.ts'
import { Business } from './business/business.ts'
import { checked } from './description/check-exchange.ts'
import { Directory, type LaidFile } from './directory.ts'
import { HttpSide } from './http/http-side.ts'
import { Buckets } from './limits/buckets.ts'
import { type Limits, usualLimits } from './limits/limits.ts'
import { Login } from './login/login.ts'
import { Page, type PageOptions } from './pages/page.ts'
import { letPass } from './people/let-pass.ts'
import { Person, type PersonOptions } from './people/person.ts'
import { type Settings, usualSettings } from './settings.ts'
import { allFields } from './webhooks/all-fields.ts'
import { shakeHands } from './webhooks/handshake.ts'
import type { WebhookObject } from './webhooks/parcel.ts'
import { Webhooks } from './webhooks/webhooks.ts'
import type { World } from './world.ts'

export interface GraphServerOptions {
  /** By default a free one. */
  port?: number
  /** Where the clock stands. By default it goes on like any other. */
  clockAt?: Date | undefined
}

/** Meta's Graph API for tests: businesses with numbers, pages and apps, and the people who write to them. */
export class GraphServer {
  readonly clock: Clock
  readonly settings: Settings = usualSettings()
  readonly limits: Limits = usualLimits()
  readonly webhooks: Webhooks
  readonly login: Login
  readonly #problems = new Problems()
  readonly #side: HttpSide
  readonly #world: World
  readonly #port: number

  constructor({ port = 0, clockAt }: GraphServerOptions = {}) {
    this.#port = port
    this.clock = new Clock(clockAt)
    this.webhooks = new Webhooks(this.clock, this.settings)
    this.#world = {
      clock: this.clock,
      settings: this.settings,
      limits: this.limits,
      buckets: new Buckets(),
      problems: this.#problems,
      webhooks: this.webhooks,
      directory: new Directory(),
      tokens: new Tokens(),
      statusesFirst: 0,
      baseUrl: () => this.url,
    }
    const codes = new LoginCodes()
    this.login = new Login(this.#world, codes)
    this.#side = new HttpSide(
      this.#problems,
      (work) => this.webhooks.track(work),
      (ask) => checked(ask, this.#world, () => answer(ask, { world: this.#world, codes, login: this.login })),
    )
  }

  async start(): Promise<this> {
    await this.#side.start(this.#port)
    return this
  }

  async stop(): Promise<void> {
    await Promise.all([this.#side.stop(), this.webhooks.idle()])
  }

  /** Connections are refused until `comeUp`. */
  goDown(): Promise<void> {
    return this.#side.stop()
  }

  comeUp(): Promise<void> {
    return this.#side.start()
  }

  /** The base of all addresses, what a product gets instead of `https://graph.facebook.com`. */
  get url(): string {
    return this.#side.url
  }

  get faults(): Faults {
    return this.#side.faults
  }

  /** Requests that arrived, such as "POST /v25.0/106540352242922/messages". */
  get requests(): readonly string[] {
    return this.#side.requests
  }

  /** Errors of this server, calls that it does not know, and what differs from Meta's description. A test fails if there are any. */
  get problems(): readonly { text: string; error?: unknown }[] {
    return this.#problems.list
  }

  /** What becomes of the next messages, with their echoes, is told before they are answered. */
  tellStatusesFirst({ times = 1 } = {}): void {
    this.#world.statusesFirst = times
  }

  app(name = 'Guichê', options?: AppOptions): App {
    return this.#world.directory.add(new App(name, options))
  }

  /** Subscribes an app to all fields that are named, after the handshake with its address. */
  async subscribe(
    app: App,
    object: WebhookObject,
    url: string,
    verifyToken: string,
    fields: readonly string[],
  ): Promise<void> {
    await shakeHands(url, verifyToken)
    app.subscriptions.set(object, { url, verifyToken, fields: new Set(fields) })
  }

  /** Subscribes an app to everything that it can be told about numbers, pages and Instagram accounts. */
  async subscribeToAll(app: App, url: string, verifyToken: string): Promise<void> {
    for (const object of ['whatsapp_business_account', 'page', 'instagram'] as const)
      await this.subscribe(app, object, url, verifyToken, allFields[object])
  }

  business(name: string, options: { id?: string } = {}): Business {
    return this.#world.directory.add(new Business(this.#world, name, options))
  }

  page(name: string, options?: PageOptions): Page {
    return this.#world.directory.add(new Page(this.#world, name, options))
  }

  /** Somebody who runs businesses and pages. */
  member(name: string, ...businesses: readonly Business[]): Member {
    const member = this.#world.directory.add(new Member(name))
    member.businesses.push(...businesses)
    return member
  }

  /** A customer, with a number or with a username only. */
  person(number: string | undefined, name: string, options?: PersonOptions): Person {
    const person = new Person(this.#world, number, name, options)
    this.#world.directory.people.push(person)
    return person
  }

  /** Lays down a file for a message at a page; the answer is its address. */
  layDown(file: LaidFile): string {
    return `${this.url}${this.#world.directory.layDown(file)}`
  }

  /** Time passes while the clock stays right: all that has happened was so much earlier. */
  letPass(span: Span): void {
    letPass(this.#world.directory, span)
  }

  /** A member changes the password: all of their tokens end. */
  changePassword(member: Member): void {
    this.#world.tokens.end('password', (token) => token.member === member)
  }

  /** A member removes an app, or takes one permission from it. */
  removeApp(member: Member, app: App, permission?: string): void {
    removeGrant(this.#world, member, app, permission)
  }

  /** A member no longer works for a page. */
  removeRole(member: Member, page: Page): void {
    member.pages.delete(page)
    this.#world.tokens.end('role', (token) => token.member === member && token.page === page)
  }

  /** Ends one token, as if it had expired. */
  expire(token: string): void {
    this.#world.tokens.end('expired', ({ value }) => value === token)
  }

  /** Opens what a token is for, or takes permissions from it. */
  narrow(token: string, scopes: readonly string[]): void {
    const found = this.#world.tokens.find(token)
    if (!found) throw new Error('there is no such token')
    found.scopes = new Set(scopes)
  }
}

export function createGraphServer(options?: GraphServerOptions): Promise<GraphServer> {
  return new GraphServer(options).start()
}
