import { randomBytes } from 'node:crypto'
import type { Business } from '../business/business.ts'
import type { App } from './app.ts'
import type { Member } from './member.ts'

export interface LoginCode {
  value: string
  app: App
  member: Member
  /** The address that the window went to; undefined: it was opened by the script in the page. */
  redirectUri: string | undefined
  scopes: Set<string>
  targets: Set<string>
  /** Set by Embedded Signup: the token is for this portfolio. */
  business?: Business
  expiresAt: Date
  isUsed: boolean
}

/** The codes that the login window has given out. */
export class LoginCodes {
  readonly #all = new Map<string, LoginCode>()

  issue(code: Omit<LoginCode, 'value' | 'isUsed'>): LoginCode {
    const issued = { ...code, value: `AQ${randomBytes(60).toString('base64url')}`, isUsed: false }
    this.#all.set(issued.value, issued)
    return issued
  }

  find(value: string): LoginCode | undefined {
    return this.#all.get(value)
  }
}
