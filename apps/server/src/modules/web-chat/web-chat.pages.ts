import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Encoding, acceptedEncoding } from '#platform/http/encodings'
import type { Deps } from '#platform/deps'
import { findWebChat } from '#modules/visitors'
import { errorPage } from './error-page.ts'

const built = join(import.meta.dirname, '../../../../widget/dist')

/** Serves the chat as a page of its own, and the script that embeds it in other sites. */
export function webChatPages({ http, units, origins }: Pick<Deps, 'http' | 'units' | 'origins'>, folder = built): void {
  http.get<{ Params: { token: string } }>('/chat/:token', async (request, reply) => {
    reply.type('text/html; charset=utf-8').headers({
      'content-security-policy': pagePolicy(origins.sockets(request.headers.host)),
      // Visitors cannot record voice messages.
      'permissions-policy': 'microphone=(), camera=(), geolocation=()',
    })
    const sorry = (reason: 'missing' | 'unavailable') => errorPage(reason, request.headers['accept-language'])
    if (!(await findWebChat(units, request.params.token))) return reply.code(404).send(sorry('missing'))
    const page = await readFile(join(folder, 'chat.html')).catch((err: unknown) => {
      request.log.error({ event: 'web-chat.not-built', err }, 'the web chat is not built; run npm run build')
    })
    if (!page) return reply.code(503).headers({ 'retry-after': 60 }).send(sorry('unavailable'))
    return reply.headers({ 'cache-control': 'no-cache' }).send(page)
  })

  script('/chat.js', 'same-origin')
  script('/widget.js', 'cross-origin')

  /** Revalidated with each load, because sites keep this address for years. */
  function script(url: string, resourcePolicy: 'same-origin' | 'cross-origin') {
    http.get(url, async (request, reply) => {
      const form = await smallestForm(join(folder, url), acceptedEncoding(request.headers))
      if (!form) return reply.callNotFound()
      const { content, encoding } = form
      const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
      reply.headers({
        etag,
        'cache-control': 'no-cache',
        'cross-origin-resource-policy': resourcePolicy,
        vary: 'Origin, accept-encoding',
        ...(encoding && { 'content-encoding': encoding }),
      })
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      return reply.type('text/javascript; charset=utf-8').send(content)
    })
  }
}

const endings: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

/** The build writes the compressed files; in development there is only the plain one. */
async function smallestForm(path: string, encoding: Encoding | undefined) {
  const small = encoding && (await readFile(path + endings[encoding]).catch(() => undefined))
  if (small) return { content: small, encoding }
  const content = await readFile(path).catch(() => undefined)
  return content && { content, encoding: undefined }
}

function pagePolicy(sockets: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src 'self' ${sockets}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
