import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AnswerFailed, type Asked } from '#modules/exchanges'
import { readServiceAccount } from '#modules/queue-integrations'
import { createAssertion } from './assertion.ts'

export interface GoogleTokens {
  /** The access token of a service account. */
  of(serviceAccount: string, asked: Pick<Asked, 'ask'>): Promise<string>
  /** Google does not take it any more. */
  forget(serviceAccount: string): void
}

const Token = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,4000}$/),
  expires_in: z.number().default(3600),
})

/** In ms. Tokens are not used so shortly before their end. */
const margin = 300_000
const mostTokens = 1000

/**
 * Keeps access tokens until shortly before their end. They are kept by the whole file: who knows only the names in it gets
 * none. `url` is the operator's, and never that of the file (S58).
 */
export function createGoogleTokens(url: string): GoogleTokens {
  const kept = new Map<string, { token: string; until: number }>()
  return { of: tokenOf, forget: (serviceAccount) => void kept.delete(keyOf(serviceAccount)) }

  async function tokenOf(serviceAccount: string, { ask }: Pick<Asked, 'ask'>): Promise<string> {
    const key = keyOf(serviceAccount)
    const known = kept.get(key)
    if (known && known.until > Date.now()) return known.token
    const account = readServiceAccount(serviceAccount)
    if (!account) throw new AnswerFailed('notAllowed', 'it is no service account')
    const fields = {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: createAssertion(account),
    }
    const answer = await ask(url, { fields }, { isSecret: true })
    if (answer.status >= 400 && answer.status < 500) throw new AnswerFailed('notAllowed', 'Google gives no token')
    const { data } = Token.safeParse(answer.status === 200 ? answer.json() : undefined)
    if (!data) throw new AnswerFailed('status', `Google's token call answered with ${answer.status}`)
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size >= mostTokens) kept.delete(oldest)
    kept.set(key, { token: data.access_token, until: Date.now() + data.expires_in * 1000 - margin })
    return data.access_token
  }
}

const keyOf = (serviceAccount: string) => createHash('sha256').update(serviceAccount).digest('hex')
