import type { FastifyInstance } from 'fastify'
import { version } from '../version.ts'
import { openApiDocument } from './openapi.ts'

/** Made once, when the first one asks. */
export function serveDocs(http: FastifyInstance, publicUrl: URL): void {
  let document: ReturnType<typeof openApiDocument> | undefined
  http.get('/docs/openapi.json', async () => (document ??= openApiDocument(version, publicUrl.origin)))
}
