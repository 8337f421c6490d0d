import { readFileSync } from 'node:fs'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { listenFrom } from '../../free-port.ts'
import type { ChatLink } from './bot-queues.ts'
import type { DemoFile } from './demo-files.ts'
import type { Switches } from './switches.ts'

/** What the page shows, as soon as it is there. */
export interface Shown {
  productUrl: string
  links: readonly ChatLink[]
  switches: Switches
}

/** Serves the files of the robots at once, and the page with their switches when `show` was called. */
export async function serveBotsPage(files: ReadonlyMap<string, DemoFile>, port: number) {
  const page = readFileSync(join(import.meta.dirname, 'bots-page.html'))
  let shown: Shown | undefined
  const http = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      send(response, 400, { error: error instanceof Error ? error.message : String(error) }),
    )
  })
  const found = await listenFrom(http, port)
  return { url: `http://127.0.0.1:${found}`, host: `127.0.0.1:${found}`, show: (next: Shown) => void (shown = next) }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const [name = '', file = ''] = pathname.split('/').slice(1).map(decodeURIComponent)
    if (request.method === 'POST' && name === 'switch') return turn(request, response)
    if (request.method !== 'GET') return send(response, 404, { error: 'not found' })
    if (name === '') return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    if (name === 'state') return send(response, 200, stateNow())
    if (name === 'files') return sendFile(response, files.get(file))
    return send(response, 404, { error: 'not found' })
  }

  async function turn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A page of another site could post a form without a preflight request, but not JSON.
    if (request.headers['content-type'] !== 'application/json') throw new Error('the body has to be application/json')
    const { service, behaviour } = Object.fromEntries(Object.entries((await json(request)) ?? {}))
    shown?.switches.turn(String(service), String(behaviour))
    return send(response, 200, stateNow())
  }

  function stateNow() {
    if (!shown) return { productUrl: '', links: [], services: {} }
    const { productUrl, links, switches } = shown
    return { productUrl, links, services: switches.shown() }
  }
}

function sendFile(response: ServerResponse, file: DemoFile | undefined): void {
  if (!file) return send(response, 404, { error: 'there is no such file' })
  response.writeHead(200, { 'content-type': file.mimetype, 'x-content-type-options': 'nosniff' }).end(file.data)
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
