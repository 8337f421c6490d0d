import { once } from 'node:events'
import { type IncomingHttpHeaders, type Server, createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { WebhookReading } from '../src/index.ts'

export interface Received {
  body: Uint8Array
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  address: string
}

/** A receiver of webhooks that answers as the product has to: 401 for refused ones, else 200. */
export class Receiver {
  readonly readings: WebhookReading[] = []
  readonly paths: string[] = []
  readonly #server: Server

  constructor(read: (received: Received) => WebhookReading) {
    this.#server = createServer((request, response) => {
      void buffer(request).then((body) => {
        const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://localhost')
        const { headers, socket } = request
        const reading = read({ body, path, query, headers, address: socket.remoteAddress ?? '' })
        this.readings.push(reading)
        this.paths.push(path)
        response.writeHead(reading.kind === 'refused' ? 401 : 200).end()
      })
    })
  }

  async start(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/subscription/webhook`
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /** What it read since the last call. */
  take(): WebhookReading[] {
    return this.readings.splice(0)
  }
}
