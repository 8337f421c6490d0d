import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import type { PixServer } from '../pix-server.ts'
import { type ReadPicture, actionsOf, errorView } from './actions.ts'

/**
 * Serves the bank's app as a page on this machine, and what it can do as JSON for a test. With `readPicture` it takes
 * pictures of codes too.
 */
export async function serveBankPage(
  server: PixServer,
  port: number,
  { readPicture }: { readPicture?: ReadPicture } = {},
): Promise<Server> {
  const page = readFileSync(join(import.meta.dirname, 'bank-page.html'))
  const actions = actionsOf(server, readPicture)
  const http = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => send(response, 400, errorView(error)))
  })
  await once(http.listen(port, '127.0.0.1'), 'listening')
  return http

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (request.method === 'GET' && pathname === '/')
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    const action = actions[`${request.method} ${pathname}`]
    if (!action) return send(response, 404, { error: `there is nothing but ${Object.keys(actions).join(', ')}` })
    send(response, 200, await action(request.method === 'POST' ? await bodyOf(request) : {}))
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const type = request.headers['content-type'] ?? ''
  // A page of another site could post a form without a preflight request, but neither JSON nor a picture.
  if (type.startsWith('image/')) return buffer(request)
  if (type !== 'application/json') throw new Error('the body has to be application/json or a picture')
  return JSON.parse(await text(request))
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
