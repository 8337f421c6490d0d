import { readFileSync } from 'node:fs'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { join } from 'node:path'
import { buffer, json } from 'node:stream/consumers'
import type { Phone } from '@guiche/wa-testserver'
import { codeInPicture } from './code-in-picture.ts'
import type { Customers, Written } from './customers.ts'
import { listenFrom } from '../free-port.ts'

interface Options {
  phone: Phone
  customers: Customers
  /** The first port to try; the next free one is used. */
  port: number
  shownCode: () => Promise<string>
}

/**
 * Serves a page that simulates the company's phone, which scans codes, and the customers' phones, which write messages.
 */
export async function servePhonePage({ phone, customers, port, shownCode }: Options) {
  const page = readFileSync(join(import.meta.dirname, 'phone-page.html'))
  const http = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      send(response, 400, { error: error instanceof Error ? error.message : String(error) }),
    )
  })
  return { url: `http://127.0.0.1:${await listenFrom(http, port)}` }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const [name = '', number = '', id = ''] = pathname.split('/').slice(1).map(decodeURIComponent)
    if (request.method === 'POST') {
      // Protects against forged requests: another site could submit a form here, but a custom header needs a preflight.
      if (request.headers['x-phone-page'] === undefined) throw new Error('the request does not come from this page')
      await act(name, number, request)
      return send(response, 200, {})
    }
    if (name === '') return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    if (name === 'state') return send(response, 200, stateNow())
    if (name === 'file') return sendFile(response, customers.file(number, id))
    return send(response, 404, { error: 'not found' })
  }

  async function act(name: string, number: string, request: IncomingMessage): Promise<unknown> {
    switch (name) {
      case 'scan-shown':
        return phone.scan(await shownCode())
      case 'scan-text':
        return phone.scan(textsIn(await json(request))('code').trim())
      case 'scan-picture':
        return phone.scan(await codeInPicture(await buffer(request)))
      case 'write':
        return customers.write(number, writtenIn(await json(request)))
      case 'read':
        return customers.read(number)
      case 'cut':
        return phone.linkedDevice.cut()
      case 'unlink':
        return phone.linkedDevice.unlink()
      default:
        throw new Error(`there is no action ${name}`)
    }
  }

  function stateNow() {
    const device = phone.linkedDevices.at(-1)
    const { number, name } = phone
    return {
      phone: { number, name, isLinked: device !== undefined, isOnline: device?.isOnline ?? false },
      customers: customers.shown(),
    }
  }
}

/** Reads text fields of an object; a missing one is empty. */
function textsIn(body: unknown): (name: string) => string {
  const given = new Map<string, unknown>(Object.entries(body ?? {}))
  return (name) => {
    const value = given.get(name)
    return typeof value === 'string' ? value : ''
  }
}

function writtenIn(body: unknown): Written {
  const text = textsIn(body)
  const kind = text('kind')
  if (kind === 'text') return { kind, text: text('text') }
  if (kind !== 'image' && kind !== 'voice' && kind !== 'document')
    throw new Error(`there is no kind of message ${kind}`)
  const [base64, mimetype, fileName] = [text('base64'), text('mimetype'), text('fileName')]
  return { kind, base64, mimetype, fileName, text: text('text') }
}

function sendFile(response: ServerResponse, file: { mimetype: string; data: Buffer } | undefined): void {
  if (!file) return send(response, 404, { error: 'there is no such file' })
  response.writeHead(200, {
    'content-type': file.mimetype,
    'x-content-type-options': 'nosniff',
    'content-security-policy': 'sandbox',
  })
  response.end(file.data)
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
