import type { IncomingMessage } from 'node:http'

/** These paths are pages or files of their own, also when a person opens them. */
const ownPages = /^\/(chat|public|docs|health|widget|assets|socket\.io)(\/|\.|$|\?)/i

/**
 * Screens and calls share paths (/tickets, /contacts, …). A browser that navigates says so in its headers and gets the
 * web application, which then makes the calls.
 */
export function serveNavigations(request: Pick<IncomingMessage, 'url' | 'method' | 'headers'>): string {
  const url = request.url ?? '/'
  if (request.method !== 'GET' || !isNavigation(request.headers) || ownPages.test(url)) return url
  return '/index.html'
}

function isNavigation(headers: IncomingMessage['headers']): boolean {
  const mode = headers['sec-fetch-mode']
  if (mode !== undefined) return mode === 'navigate'
  return headers.accept?.startsWith('text/html') ?? false
}
