import type { App } from '../access/app.ts'
import type { LoginCodes } from '../access/login-codes.ts'
import type { Member } from '../access/member.ts'
import { someSecret } from '../ids.ts'
import { refuse } from '../refusals/refuse.ts'
import type { World } from '../world.ts'
import type { Choice, Opening } from './login-rules.ts'
import { type Signup, signUp } from './sign-up.ts'

/** What Embedded Signup posts to the window that opened it. */
export interface SignupMessage {
  type: 'WA_EMBEDDED_SIGNUP'
  event: string
  data: object
}

export interface LoginResult {
  /** Where the window goes, if it was opened with an address. */
  redirect: string | undefined
  message: SignupMessage | undefined
  /** What the script in the page calls back with. */
  response: { status: 'connected' | 'unknown'; authResponse: object | null }
}

/** The login window: what it shows, and what comes of a choice in it. */
export class Login {
  readonly #world: World
  readonly #codes: LoginCodes

  constructor(world: World, codes: LoginCodes) {
    this.#world = world
    this.#codes = codes
  }

  /** Who and what can be chosen. */
  choicesFor(opening: Opening) {
    const app = this.#appOf(opening)
    const members = this.#world.directory.all('member').map((member) => ({
      id: member.id,
      name: member.name,
      pages: [...member.pages.keys()].map(({ id, name, instagram }) => ({ id, name, instagram: instagram?.username })),
      accounts: member.businesses.flatMap(({ accounts }) =>
        accounts.map(({ id, name, numbers }) => ({
          id,
          name,
          numbers: numbers.map((number) => ({ id: number.id, display: number.display })),
        })),
      ),
    }))
    return {
      app: app.name,
      scopes: opening.scope,
      isSignup: isSignup(app, opening),
      featureType: opening.extras?.featureType ?? '',
      members,
    }
  }

  /** Somebody makes a choice in a window that was opened like this. */
  choose(opening: Opening, choice: Choice): LoginResult {
    const app = this.#appOf(opening)
    switch (choice.kind) {
      case 'allow':
        return this.#allow(app, opening, choice)
      case 'deny':
        return refused(opening)
      case 'leave':
        return refused(opening, { current_step: choice.step })
      case 'reportError':
        return refused(opening, {
          error_message: choice.message,
          error_id: choice.errorId,
          session_id: someSecret(),
          timestamp: String(Math.floor(this.#world.clock.now().getTime() / 1000)),
        })
      case 'finish':
      case 'finishOnlyAccount':
      case 'finishPhoneApp':
        if (!isSignup(app, opening)) throw refuse(100, { message: 'This window was not opened for Embedded Signup' })
        return this.#finish(app, opening, signUp(this.#memberOf(choice.member), choice))
    }
  }

  #allow(app: App, opening: Opening, { member: id, pages, without }: Extract<Choice, { kind: 'allow' }>): LoginResult {
    const member = this.#memberOf(id)
    const scopes = new Set([...opening.scope, 'public_profile'].filter((scope) => !without.includes(scope)))
    const chosen = [...member.pages.keys()].filter((page) => pages?.includes(page.id) ?? true)
    const targets = new Set(chosen.flatMap((page) => [page.id, ...(page.instagram ? [page.instagram.id] : [])]))
    for (const { id: business, accounts } of member.businesses)
      for (const one of [business, ...accounts.map((account) => account.id)]) targets.add(one)
    member.grants.set(app, { scopes, targets })
    if (opening.response_type === 'code') return this.#withCode(app, opening, { member, scopes, targets })
    const { shortTokenSeconds } = this.#world.settings
    const issuedAt = this.#world.clock.now()
    const expiresAt = new Date(issuedAt.getTime() + shortTokenSeconds * 1000)
    const { value } = this.#world.tokens.issue({ kind: 'USER', app, scopes, member, targets, issuedAt, expiresAt })
    const answer = {
      accessToken: value,
      userID: member.id,
      expiresIn: shortTokenSeconds,
      grantedScopes: [...scopes].join(','),
    }
    const fragment = new URLSearchParams({
      access_token: value,
      expires_in: String(shortTokenSeconds),
      ...stateOf(opening),
    })
    return {
      redirect: opening.redirect_uri === undefined ? undefined : `${opening.redirect_uri}#${fragment.toString()}`,
      message: undefined,
      response: { status: 'connected', authResponse: answer },
    }
  }

  #finish(app: App, opening: Opening, { member, business, event, data, targets }: Signup): LoginResult {
    const scopes = new Set(['whatsapp_business_management', 'whatsapp_business_messaging', ...opening.scope])
    const result = this.#withCode(app, opening, { member, scopes, targets, business })
    return { ...result, message: { type: 'WA_EMBEDDED_SIGNUP', event, data } }
  }

  #withCode(
    app: App,
    opening: Opening,
    grant: { member: Member; scopes: Set<string>; targets: Set<string>; business?: Signup['business'] },
  ): LoginResult {
    const expiresAt = new Date(this.#world.clock.now().getTime() + this.#world.settings.loginCodeSeconds * 1000)
    const { value } = this.#codes.issue({ ...grant, app, redirectUri: opening.redirect_uri, expiresAt })
    return {
      redirect: redirectTo(opening, { code: value }),
      message: undefined,
      response: { status: 'connected', authResponse: { code: value, userID: null, expiresIn: null } },
    }
  }

  #appOf({ client_id, redirect_uri }: Opening): App {
    const app = this.#world.directory.find(client_id)
    if (app?.kind !== 'app') throw refuse(101, { message: 'Invalid App ID' })
    const isAllowed =
      redirect_uri === undefined || app.redirectUris.length === 0 || app.redirectUris.includes(redirect_uri)
    if (!isAllowed)
      throw refuse(191, {
        message: 'URL blocked: this redirect failed because the redirect URI is not in the list of the app',
      })
    return app
  }

  #memberOf(id: string): Member {
    const member = this.#world.directory.find(id)
    if (member?.kind !== 'member') throw refuse(100, { message: `There is no member ${id}` })
    return member
  }
}

/** Only the configuration of the app opens Embedded Signup, and only for a code. */
function isSignup(app: App, { config_id, response_type }: Opening): boolean {
  return config_id === app.configId && response_type === 'code'
}

function refused(opening: Opening, data?: object): LoginResult {
  const reason = {
    error: 'access_denied',
    error_code: '200',
    error_description: 'Permissions error',
    error_reason: 'user_denied',
  }
  return {
    redirect: redirectTo(opening, reason),
    message: data && { type: 'WA_EMBEDDED_SIGNUP', event: 'CANCEL', data },
    response: { status: 'unknown', authResponse: null },
  }
}

function redirectTo(opening: Opening, params: Record<string, string>): string | undefined {
  if (opening.redirect_uri === undefined) return undefined
  const url = new URL(opening.redirect_uri)
  for (const [name, value] of Object.entries({ ...params, ...stateOf(opening) })) url.searchParams.set(name, value)
  return url.href
}

const stateOf = ({ state }: Opening): Record<string, string> => (state === undefined ? {} : { state })
