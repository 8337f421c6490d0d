import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { WaServer } from '../server.ts'
import { actions } from './actions.ts'

/** Serves the actions as JSON over HTTP on localhost, for a shell or a browser test. */
export async function serveControl(server: WaServer, port: number): Promise<Server> {
  const http = createServer((request, response) => {
    run(server, request).then(
      (result) => answer(response, 200, result ?? {}),
      (error: unknown) => answer(response, 400, { error: error instanceof Error ? error.message : String(error) }),
    )
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  http.once('error', reject).listen(port, '127.0.0.1', resolve)
  await promise
  return http
}

async function run(server: WaServer, request: IncomingMessage): Promise<unknown> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const [name = '', ...parts] = pathname.split('/').slice(1).map(decodeURIComponent)
  const action = actions[`${request.method} ${name}`]
  if (!action) throw new Error(`there is no such action, but there are: ${Object.keys(actions).join(', ')}`)
  return action(server, parts, request.method === 'POST' ? await bodyOf(request) : {})
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  // A page of another site could post a form without a preflight request, but not JSON.
  if (request.headers['content-type'] !== 'application/json') throw new Error('the body has to be application/json')
  const body = await text(request)
  return body === '' ? {} : JSON.parse(body)
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
