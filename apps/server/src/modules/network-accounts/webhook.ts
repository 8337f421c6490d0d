import { answerHandshake, isSigned, readChanges } from '@guiche/meta'
import type { InstalledApp, Meta } from '#channels/meta'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { metrics } from '#platform/process/metrics'
import { type Signer, hearChanges } from './numbers/hear-changes.ts'
import { numberHearers } from './numbers/hearers.ts'
import { type OwnApp, findNumber, findOwnerOfApp } from './numbers/official-numbers.repository.ts'
import { storeNews } from './store-news.ts'

/** Meta sends up to 3 MB. */
const largest = 3 * 1024 * 1024

/**
 * Where Meta tells what happened at pages, accounts and numbers (S59, R36). The signature is checked over the bytes as they came.
 * Whatever has an effect is committed before Meta is told that it arrived; if that fails, Meta tells it again. An app of a company's
 * own has an address of its own, with the number of the connection.
 */
export function serveWebhook(deps: Deps, meta: Meta): void {
  const hearers = numberHearers(deps)
  deps.http.register(async (scope) => {
    // The bytes are needed as they are.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largest }, (_request, body, done) =>
      done(null, body),
    )
    scope.get('/webhook', async (request, reply) =>
      // As text, because it is repeated as it came.
      reply.type('text/plain').send(challengeIn(request, installedIn(meta).verifyToken)),
    )
    scope.post('/webhook', async (request) => {
      const app = installedIn(meta)
      const body = signedBody(request, app.appSecret)
      await hear(body, { own: undefined }, () => storeNews(deps, app.appId, body))
      return { ok: true }
    })
    scope.get<OwnParams>('/webhook/:connectionId', async (request, reply) => {
      const own = await ownApp(request.params)
      return reply.type('text/plain').send(challengeIn(request, own?.app.verifyToken))
    })
    scope.post<OwnParams>('/webhook/:connectionId', async (request) => {
      const own = await ownApp(request.params)
      const body = signedBody(request, own?.app.secret)
      if (own) await hear(body, { own: { companyId: own.companyId, appId: own.app.id } })
      return { ok: true }
    })
  })

  async function hear(body: Buffer, signer: Signer, otherwise?: () => Promise<void>): Promise<void> {
    const read = readChanges(body)
    if (!read) return otherwise?.()
    metrics.ignored.inc({ reason: 'unknown' }, read.ignored)
    await hearChanges(deps, hearers, signer, read.changes)
  }

  /** Undefined: no such connection has an app of its own. Whoever asks is told the same as without the secret. */
  async function ownApp({ connectionId: given }: { connectionId: string }): Promise<Own | undefined> {
    if (!/^\d{1,15}$/.test(given)) return undefined
    const connectionId = Number(given)
    const { units, keys } = deps
    const owner = await findOwnerOfApp(units.operator, connectionId)
    if (!owner) return undefined
    const companyId = owner.company_id
    const number = await units.read({ kind: 'connection', companyId, connectionId }, (ctx) =>
      findNumber(ctx, keys.secretsAtRest, connectionId),
    )
    return number?.app && { companyId, app: number.app }
  }
}

interface OwnParams {
  Params: { connectionId: string }
}

interface SentRequest {
  body: unknown
  headers: Readonly<Record<string, unknown>>
}

interface Own {
  companyId: number
  app: OwnApp
}

function challengeIn(request: { url: string }, verifyToken: string | undefined): string {
  const query = new URL(request.url, 'https://localhost').searchParams
  const challenge = verifyToken === undefined ? undefined : answerHandshake(query, verifyToken)
  if (challenge === undefined) throw new AppError('ERR_NO_PERMISSION', 403)
  return challenge
}

/** Without a secret nobody can tell who has sent something. */
function signedBody({ body, headers }: SentRequest, secret: string | undefined): Buffer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  const signature = headers['x-hub-signature-256']
  const isRight = secret !== undefined && isSigned(bytes, typeof signature === 'string' ? signature : undefined, secret)
  if (!isRight) throw new AppError('ERR_SESSION_EXPIRED', 401)
  return bytes
}

function installedIn({ installed }: Meta): InstalledApp {
  if (!installed) throw new AppError('ERR_WAPP_NOT_INITIALIZED', 503)
  return installed
}
