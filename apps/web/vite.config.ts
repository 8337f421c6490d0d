import type { ClientRequest, IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type ProxyOptions, type Rolldown } from 'vite'
import { serveNavigations } from '../server/src/platform/http/navigations.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const server = process.env.GUICHE_DEV_SERVER ?? 'http://127.0.0.1:3000'
/** What the server takes for its own address: it refuses sessions to pages of any other. */
const publicUrl = process.env.GUICHE_PUBLIC_URL ?? server

const toServer: ProxyOptions = {
  target: server,
  configure: (proxy) => {
    proxy.on('proxyReq', sayPublicOrigin)
    proxy.on('proxyReqWs', sayPublicOrigin)
  },
}

/** Files of the development server itself; every other path that is not a page belongs to the real server. */
const own = /^\/(@|src\/|node_modules\/|packages\/|index\.html|theme\.js|favicon|icon-|manifest)/

export default defineConfig(async ({ command }) => ({
  root,
  plugins: [react()],
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    ...(command === 'build' && { rolldownOptions: { output: { codeSplitting: inTwoFiles(await firstLoad()) } } }),
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/socket.io': { ...toServer, ws: true },
      // Screens and calls share paths (/tickets): whoever navigates gets the application, all else goes to the server.
      '^/': {
        ...toServer,
        bypass: (request: IncomingMessage) => (own.test(request.url ?? '/') ? request.url : pageOf(request)),
      },
    },
  },
}))

/** A page of this development server is one of the server's own, at whatever port it is; those of others stay as they are. */
function sayPublicOrigin(request: ClientRequest, { headers }: IncomingMessage) {
  if (headers.origin !== undefined && URL.parse(headers.origin)?.host === headers.host)
    request.setHeader('origin', new URL(publicUrl).origin)
}

/** As the server does it, which has pages of its own too. */
function pageOf(request: IncomingMessage): string | undefined {
  const page = serveNavigations(request)
  return page === request.url ? undefined : page
}

/** What every page needs comes in two files, and the libraries' changes with them alone. */
function inTwoFiles(modules: Set<string>) {
  return {
    groups: [
      { name: 'library', test: (id: string) => modules.has(id) && id.includes('node_modules') },
      { name: 'start', test: (id: string) => modules.has(id) },
    ],
  }
}

/**
 * The modules that a page fetches before anything is opened. Left to itself the bundler spreads them over some seventy
 * files, since each is shared with another set of screens; so it is asked first, and then told.
 */
async function firstLoad(): Promise<Set<string>> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { write: false, minify: false, target: 'es2023' },
  })
  const chunks = (Array.isArray(built) ? built : [built]).flatMap((result) => ('output' in result ? result.output : []))
  const byName = new Map(chunks.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
  const reached = new Set<Rolldown.OutputChunk>()
  const walk = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || reached.has(chunk)) return
    reached.add(chunk)
    for (const imported of chunk.imports) walk(byName.get(imported))
  }
  for (const chunk of byName.values()) if (chunk.isEntry) walk(chunk)
  return new Set([...reached].flatMap((chunk) => Object.keys(chunk.modules)))
}
