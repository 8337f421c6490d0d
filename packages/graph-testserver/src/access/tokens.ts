import type { Business } from '../business/business.ts'
import { someToken } from '../ids.ts'
import type { Page } from '../pages/page.ts'
import type { App } from './app.ts'
import type { Member } from './member.ts'

export type TokenKind = 'USER' | 'PAGE' | 'APP' | 'SYSTEM_USER'

/** Why a token no longer opens anything, by the subcode that says so. */
export const tokenEnds = {
  expired: { subcode: 463, text: 'Error validating access token: Session has expired' },
  password: {
    subcode: 460,
    text: 'Error validating access token: The session has been invalidated because the user changed their password',
  },
  removed: { subcode: 467, text: 'Error validating access token: This access token was invalidated' },
  role: { subcode: 492, text: 'Error validating access token: The user no longer has a role on the page' },
} as const

export type TokenEnd = keyof typeof tokenEnds

export interface Token {
  value: string
  kind: TokenKind
  app: App
  scopes: Set<string>
  issuedAt: Date
  /** Undefined: it does not expire. */
  expiresAt?: Date | undefined
  end?: TokenEnd
  /** Whose it is. */
  member?: Member | undefined
  page?: Page
  /** Ids of what it opens; undefined: all that its member can see. */
  targets?: Set<string> | undefined
  business?: Business
  isLong?: boolean
}

/** All access tokens. */
export class Tokens {
  readonly #all = new Map<string, Token>()

  issue(token: Omit<Token, 'value'>): Token {
    const issued = { ...token, value: someToken() }
    this.#all.set(issued.value, issued)
    return issued
  }

  find(value: string): Token | undefined {
    return this.#all.get(value)
  }

  /** Ends those that fit. */
  end(why: TokenEnd, fits: (token: Token) => boolean): void {
    for (const token of this.#all.values()) if (token.end === undefined && fits(token)) token.end = why
  }

  filter(fits: (token: Token) => boolean): Token[] {
    return [...this.#all.values()].filter(fits)
  }
}
