import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { PixServer } from '../pix-server.ts'
import { actionsOf, errorView } from './actions.ts'

/** Serves the bank's app as a page on this machine, and what it can do as JSON for a test. */
export async function serveBankPage(server: PixServer, port: number): Promise<Server> {
  const page = readFileSync(join(import.meta.dirname, 'bank-page.html'))
  const actions = actionsOf(server)
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
  // A page of another site could post a form without a preflight request, but not JSON.
  if (request.headers['content-type'] !== 'application/json') throw new Error('the body has to be application/json')
  return JSON.parse(await text(request))
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
