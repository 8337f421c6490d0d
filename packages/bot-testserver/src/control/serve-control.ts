import { once } from 'node:events'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { BotServer } from '../bot-server.ts'
import { actions } from './actions.ts'

/** Serves the actions as JSON over HTTP on localhost, for a shell or a browser test. */
export async function serveControl(server: BotServer, port: number): Promise<Server> {
  const http = createServer((request, response) => {
    run(server, request).then(
      (result) => answer(response, 200, result ?? {}),
      (error: unknown) => answer(response, 400, { error: error instanceof Error ? error.message : String(error) }),
    )
  })
  await once(http.listen(port, '127.0.0.1'), 'listening')
  return http
}

async function run(server: BotServer, request: IncomingMessage): Promise<unknown> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const parts = pathname.split('/').slice(1).map(decodeURIComponent)
  // Of one part, or of two: what comes after it belongs to the action.
  const count = [2, 1].find((length) => actions[nameOf(request, parts, length)])
  const action = count === undefined ? undefined : actions[nameOf(request, parts, count)]
  if (!action) throw new Error(`there is no such action, but there are: ${Object.keys(actions).join(', ')}`)
  return action(server, parts.slice(count), request.method === 'POST' ? await bodyOf(request) : {})
}

const nameOf = ({ method }: IncomingMessage, parts: readonly string[], length: number) =>
  `${method} ${parts.slice(0, length).join('/')}`

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  // A page of another site could post a form without a preflight request, but not JSON.
  if (request.headers['content-type'] !== 'application/json') throw new Error('the body has to be application/json')
  const body = await text(request)
  return body === '' ? {} : JSON.parse(body)
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
