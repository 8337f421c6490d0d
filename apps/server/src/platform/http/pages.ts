import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const webFolder = join(import.meta.dirname, '../../../../web/dist')

/** Serves the built web application. The page is never cached; files with a hash in their name are cached for ever. */
export async function servePages(http: FastifyInstance, folder = webFolder): Promise<void> {
  if (!existsSync(folder)) return
  await http.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
