import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { type Answer, type Call, authorizationOf } from '../http/call.ts'
import { type Jwt, isSignedRs256, readJwt } from '../jwt.ts'
import { googleError, tokenError } from './google-error.ts'
import type { ServiceAccount } from './service-account.ts'

const audience = 'https://oauth2.googleapis.com/token'
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const scopes = ['https://www.googleapis.com/auth/dialogflow', 'https://www.googleapis.com/auth/cloud-platform']
const lifeSeconds = 3599
const longestSeconds = 3600
const skewSeconds = 300

const Claims = z.looseObject({
  iss: z.string(),
  scope: z.string(),
  aud: z.string(),
  iat: z.number(),
  exp: z.number(),
})

/** Google's token call: it checks what the service account has signed. */
export class GoogleTokens {
  /** How many were given out. */
  issued = 0
  readonly #clock: Clock
  readonly #account: ServiceAccount
  #tokens = new Map<string, Date>()

  constructor(clock: Clock, account: ServiceAccount) {
    this.#clock = clock
    this.#account = account
  }

  issue({ headers, raw }: Call): Answer {
    if (!(headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded'))
      throw tokenError('invalid_request', 'Required parameter is missing: grant_type')
    const form = new URLSearchParams(raw.toString())
    if (form.get('grant_type') !== grantType) throw tokenError('unsupported_grant_type', 'Invalid grant_type')
    this.#check(form.get('assertion') ?? '')
    const token = `ya29.${randomBytes(48).toString('base64url')}`
    this.#tokens.set(token, new Date(this.#clock.now().getTime() + lifeSeconds * 1000))
    this.issued += 1
    return { status: 200, body: { access_token: token, expires_in: lifeSeconds, token_type: 'Bearer' } }
  }

  /** Refuses a call whose token is missing, wrong or too old. */
  check(call: Call): void {
    const until = this.#tokens.get(authorizationOf(call, 'Bearer') ?? '')
    if (!until || until <= this.#clock.now())
      throw googleError(
        'UNAUTHENTICATED',
        'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
      )
  }

  /** No token that was given out until now is accepted any longer. */
  expire(): void {
    this.#tokens.clear()
  }

  #check(assertion: string): void {
    const token = readJwt(assertion)
    if (!token) throw tokenError('invalid_grant', 'Invalid JWT: it could not be decoded')
    const claims = Claims.safeParse(token.claims).data
    if (!claims) throw tokenError('invalid_grant', 'Invalid JWT: a required claim is missing')
    const { file } = this.#account
    if (claims.iss !== file.client_email) throw tokenError('invalid_grant', 'Invalid grant: account not found')
    if (!this.#isSigned(token)) throw tokenError('invalid_grant', 'Invalid JWT Signature.')
    if (claims.aud !== audience) throw tokenError('invalid_grant', 'Invalid JWT: wrong audience')
    if (!this.#isTimely(claims))
      throw tokenError(
        'invalid_grant',
        'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.',
      )
    if (!claims.scope.split(' ').some((scope) => scopes.includes(scope)))
      throw tokenError('invalid_scope', 'Invalid OAuth scope or ID token audience provided.')
  }

  #isSigned(token: Jwt): boolean {
    const { file, publicKey, isKeyActive } = this.#account
    return isKeyActive && token.header['kid'] === file.private_key_id && isSignedRs256(token, publicKey)
  }

  #isTimely({ iat, exp }: z.infer<typeof Claims>): boolean {
    const now = this.#clock.now().getTime() / 1000
    return iat <= now + skewSeconds && exp > now - skewSeconds && exp > iat && exp - iat <= longestSeconds
  }
}
