import { readFileSync } from 'node:fs'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { join } from 'node:path'
import { buffer, json } from 'node:stream/consumers'

/** What a page does or asks: its body, and what follows its name in the path. */
type PageAction = (body: unknown, ...path: string[]) => unknown

interface PageFile {
  mimetype: string
  data: Buffer
}

interface PageOptions {
  /** The file of the page, which takes its frame from `/frame.css` and `/frame.js`. */
  html: string
  /** By method and path, such as `GET /state`. */
  actions: Record<string, PageAction>
  /** What lies at other paths. */
  fileAt?: (...path: string[]) => PageFile | undefined
  /** What the page is told of an error. */
  explain?: (error: unknown) => object
}

/** A page on this machine that plays somebody outside of the product: a bank, a phone, a robot, Meta. */
export function createPage({ html, actions, fileAt, explain = sentenceOf }: PageOptions): Server {
  const files: Record<string, PageFile> = {
    '': { mimetype: 'text/html; charset=utf-8', data: readFileSync(html) },
    'frame.css': { mimetype: 'text/css; charset=utf-8', data: partOfFrame('frame.css') },
    'frame.js': { mimetype: 'text/javascript; charset=utf-8', data: partOfFrame('frame.js') },
  }

  return createServer((request, response) => {
    answer(request, response).catch((error: unknown) => send(response, 400, explain(error)))
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const [name = '', ...rest] = pathname.split('/').slice(1).map(decodeURIComponent)
    const action = actions[`${request.method} /${name}`]
    if (action) return send(response, 200, (await action(await bodyOf(request), ...rest)) ?? {})
    const file = request.method === 'GET' ? (files[name] ?? fileAt?.(name, ...rest)) : undefined
    if (file) return sendFile(response, file, name)
    return send(response, 404, { error: `there is nothing but ${Object.keys(actions).join(', ')}` })
  }

  function sendFile(response: ServerResponse, { mimetype, data }: PageFile, name: string): void {
    response.writeHead(200, {
      'content-type': mimetype,
      'x-content-type-options': 'nosniff',
      ...(!files[name] && { 'content-security-policy': 'sandbox' }),
    })
    response.end(data)
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  if (request.method !== 'POST') return {}
  const type = request.headers['content-type'] ?? ''
  // A page of another site could post a form without a preflight request, but neither JSON nor a picture.
  if (type.startsWith('image/')) return buffer(request)
  if (type !== 'application/json') throw new Error('the body has to be application/json or a picture')
  return json(request)
}

const partOfFrame = (name: string) => readFileSync(join(import.meta.dirname, name))

const sentenceOf = (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) })

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
