import { once } from 'node:events'
import { type IncomingMessage, type Server, createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { GraphServer } from '../graph-server.ts'
import { actionsOf } from './actions.ts'
import type { Shop } from './open-shop.ts'

/** Serves the actions as JSON over HTTP on this machine, for a shell or a browser test. */
export async function serveControl(server: GraphServer, shop: Shop, port: number): Promise<Server> {
  const actions = actionsOf(server, shop)
  const http = createServer((request, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    run(request).then(
      (result) => send(200, result ?? {}),
      (error: unknown) => send(400, { error: error instanceof Error ? error.message : String(error) }),
    )
  })
  await once(http.listen(port, '127.0.0.1'), 'listening')
  return http

  async function run(request: IncomingMessage): Promise<unknown> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const action = actions[`${request.method} ${pathname.slice(1)}`]
    if (!action) throw new Error(`there is no such action, but there are: ${Object.keys(actions).join(', ')}`)
    return action(request.method === 'POST' ? await bodyOf(request) : {})
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  // A page of another site could post a form without a preflight request, but not JSON.
  if (request.headers['content-type'] !== 'application/json') throw new Error('the body has to be application/json')
  return JSON.parse(await text(request))
}
