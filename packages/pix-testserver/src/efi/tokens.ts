import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Answer, Call } from '../https/answer.ts'
import { refusal, tokenRefusal } from './refusals.ts'

export const allScopes = ['cob.write', 'cob.read', 'pix.write', 'pix.read', 'webhook.write', 'webhook.read']

export type Scope = (typeof allScopes)[number]

const seconds = 3600
const Wanted = z.object({ grant_type: z.literal('client_credentials') })

/** Gives out tokens for the credentials of an account, and knows what each allows. */
export class Tokens {
  /** What new tokens allow. */
  scopes: readonly Scope[] = allScopes
  readonly #clock: Clock
  readonly #credentials: string
  #tokens = new Map<string, { until: Date; scopes: readonly Scope[] }>()

  constructor(clock: Clock, clientId: string, clientSecret: string) {
    this.#clock = clock
    this.#credentials = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  }

  issue({ headers, body }: Call): Answer {
    if (headers.authorization !== this.#credentials)
      throw tokenRefusal(401, 'invalid_client', 'Invalid or inactive credentials')
    if (!Wanted.safeParse(body).success)
      throw tokenRefusal(400, 'unsupported_grant_type', 'grant_type has to be client_credentials')
    const token = randomBytes(32).toString('base64url')
    const until = new Date(this.#clock.now().getTime() + seconds * 1000)
    this.#tokens.set(token, { until, scopes: this.scopes })
    return {
      status: 200,
      body: { access_token: token, token_type: 'Bearer', expires_in: seconds, scope: this.scopes.join(' ') },
    }
  }

  /** Refuses a call whose token is wrong, has expired, or does not allow it. */
  check({ headers }: Call, scope: Scope): void {
    const [kind, token = ''] = (headers.authorization ?? '').split(' ')
    const known = kind === 'Bearer' ? this.#tokens.get(token) : undefined
    if (!known || known.until <= this.#clock.now())
      throw tokenRefusal(401, 'invalid_token', 'Token inválido, inexistente ou expirado')
    if (!known.scopes.includes(scope))
      throw refusal(403, 'insufficient_scope', `A aplicação não possui o escopo ${scope}`)
  }

  /** No token that was given out until now is accepted any longer. */
  expire(): void {
    this.#tokens.clear()
  }
}
