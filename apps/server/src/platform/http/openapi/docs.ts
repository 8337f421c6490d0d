import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { blockOf } from '../../security/address-block.ts'
import type { CreateLimiter } from '../../security/rate-limits.ts'
import { version } from '../../process/version.ts'
import { openApiDocument } from './openapi.ts'

/** The document is built at the first request. It has 300 kB and anybody may fetch it, so it is limited per address. */
export function serveDocs(http: FastifyInstance, publicUrl: URL, createLimiter: CreateLimiter): void {
  const perAddress = createLimiter({ name: 'docs', points: 30, duration: 60, failsOpen: true })
  let made: { text: string; etag: string } | undefined

  http.get('/docs/openapi.json', async (request, reply) => {
    await perAddress.take(blockOf(request.ip))
    const { text, etag } = (made ??= makeDocument(publicUrl))
    reply.header('etag', etag).header('cache-control', 'no-cache').type('application/json; charset=utf-8')
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(text)
  })
}

function makeDocument(publicUrl: URL) {
  const text = JSON.stringify(openApiDocument(version, publicUrl.origin))
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
}
