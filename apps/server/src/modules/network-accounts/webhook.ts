import { answerHandshake, isSigned } from '@guiche/meta'
import type { Meta } from '#channels/meta'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { storeNews } from './store-news.ts'

/** Meta sends up to 3 MB. */
const largest = 3 * 1024 * 1024

/**
 * Where Meta tells what happened at pages and accounts (S59, R36). The signature is checked over the bytes as they came. Whatever
 * has an effect is committed before Meta is told that it arrived; if that fails, Meta tells it again.
 */
export function serveWebhook(deps: Deps, meta: Meta | undefined): void {
  deps.http.register(async (scope) => {
    // The bytes are needed as they are.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largest }, (_request, body, done) =>
      done(null, body),
    )
    scope.get('/webhook', async (request, reply) => {
      const { app } = installed(meta)
      const query = new URL(request.url, 'https://localhost').searchParams
      const challenge = answerHandshake(query, app.verifyToken)
      if (challenge === undefined) throw new AppError('ERR_NO_PERMISSION', 403)
      // As text, because it is repeated as it came.
      return reply.type('text/plain').send(challenge)
    })
    scope.post('/webhook', async (request) => {
      const { app } = installed(meta)
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signature = request.headers['x-hub-signature-256']
      if (!isSigned(body, typeof signature === 'string' ? signature : undefined, app.appSecret))
        throw new AppError('ERR_SESSION_EXPIRED', 401)
      await storeNews(deps, app.appId, body)
      return { ok: true }
    })
  })
}

/** Without a secret nobody can tell who has sent something. */
function installed(meta: Meta | undefined): Meta {
  if (!meta) throw new AppError('ERR_WAPP_NOT_INITIALIZED', 503)
  return meta
}
