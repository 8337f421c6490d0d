import type { ClientRequest, IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type CSSOptions, defineConfig, type Plugin, type ProxyOptions, type Rolldown } from 'vite'
import { serveNavigations } from '../server/src/platform/http/navigations.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const server = process.env.GUICHE_DEV_SERVER ?? 'http://127.0.0.1:3000'
/** The server's own address; it refuses sessions to pages from any other origin. */
const publicUrl = process.env.GUICHE_PUBLIC_URL ?? server

const toServer: ProxyOptions = {
  target: server,
  configure: (proxy) => {
    proxy.on('proxyReq', sayPublicOrigin)
    proxy.on('proxyReqWs', sayPublicOrigin)
  },
}

/**
 * Moves the style sheets between the shell of index.html and the application: the browser paints the shell before it has
 * them, and the styles that the component library writes into the application come after them.
 */
const stylesAfterShell: Plugin = {
  name: 'styles after the shell',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const sheets = html.match(/ *<link rel="stylesheet"[^>]*>\n?/g) ?? []
      const rest = sheets.reduce((page, sheet) => page.replace(sheet, ''), html)
      return rest.replace(/ *<div id="root">/, (root) => sheets.join('') + root)
    },
  },
}

/** What each call of the contract says about itself is for the documentation of the API. */
const noSummaries: Plugin = {
  name: 'no summaries of calls',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/packages\/contract\/src\// },
    handler: (code) => code.replaceAll(/\n\s+summary:\s+(?:'[^'\n]*'|"[^"\n]*"|`[^`]*`),/g, ''),
  },
}

/** Files served by vite; every other path that is not a page goes to the real server. */
const own = /^\/(@|src\/|node_modules\/|packages\/|index\.html|theme\.js|sw\.js|favicon|icon-|badge-|manifest)/

/**
 * Style sheets are written in px and sent in rem, media queries too, so that everything grows with the font size that is
 * set in the browser. Lines of 1 px stay as thin as they are.
 */
const css: CSSOptions = {
  transformer: 'lightningcss',
  lightningcss: {
    visitor: {
      Length: ({ unit, value }) =>
        unit === 'px' && Math.abs(value) > 1 ? { unit: 'rem', value: value / 16 } : undefined,
    },
  },
}

export default defineConfig(async ({ command }) => ({
  root,
  css,
  plugins: [react(), noSummaries, stylesAfterShell],
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    ...(command === 'build' && { rolldownOptions: { output: { codeSplitting: inFewFiles(await loadedTogether()) } } }),
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/socket.io': { ...toServer, ws: true },
      // Screens and API calls share paths (/tickets): navigations get the application, all else goes to the server.
      '^/': {
        ...toServer,
        bypass: (request: IncomingMessage) => (own.test(request.url ?? '/') ? request.url : pageOf(request)),
      },
    },
  },
}))

/**
 * Replaces the origin of this development server with the public one, so that the server accepts its pages; other
 * origins stay.
 */
function sayPublicOrigin(request: ClientRequest, { headers }: IncomingMessage) {
  if (headers.origin !== undefined && URL.parse(headers.origin)?.host === headers.host)
    request.setHeader('origin', new URL(publicUrl).origin)
}

/** Decides like the server, which has pages of its own too. */
function pageOf(request: IncomingMessage): string | undefined {
  const page = serveNavigations(request)
  return page === request.url ? undefined : page
}

interface LoadedTogether {
  /** With every page. */
  first: Set<string>
  /** With the first ticket that is opened, besides. */
  ticket: Set<string>
}

/** Puts the modules of every page into two files, of which the one with libraries changes only with them, and those of a ticket into one. */
function inFewFiles({ first, ticket }: LoadedTogether) {
  return {
    groups: [
      { name: 'library', test: (id: string) => first.has(id) && id.includes('node_modules') },
      { name: 'start', test: (id: string) => first.has(id) },
      { name: 'ticket', test: (id: string) => ticket.has(id) && !first.has(id) },
    ],
  }
}

/**
 * By default the bundler would split the modules that are loaded at first into some seventy files, and those of a ticket into
 * forty, because each is shared by a different set of screens; calls would wait for them. So a first build lists the modules,
 * and the second one groups them.
 */
async function loadedTogether(): Promise<LoadedTogether> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react(), noSummaries],
    build: { write: false, minify: false, target: 'es2023' },
  })
  const chunks = (Array.isArray(built) ? built : [built]).flatMap((result) => ('output' in result ? result.output : []))
  const byName = new Map(chunks.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
  const modulesFrom = (isStart: (chunk: Rolldown.OutputChunk) => boolean) => {
    const reached = new Set<Rolldown.OutputChunk>()
    const walk = (chunk: Rolldown.OutputChunk | undefined) => {
      if (!chunk || reached.has(chunk)) return
      reached.add(chunk)
      for (const imported of chunk.imports) walk(byName.get(imported))
    }
    for (const chunk of byName.values()) if (isStart(chunk)) walk(chunk)
    return new Set([...reached].flatMap((chunk) => Object.keys(chunk.modules)))
  }
  return {
    first: modulesFrom(({ isEntry }) => isEntry),
    ticket: modulesFrom(({ facadeModuleId }) => facadeModuleId?.endsWith('/screens/tickets/open-ticket.tsx') ?? false),
  }
}
