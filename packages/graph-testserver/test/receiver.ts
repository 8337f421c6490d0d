import { once } from 'node:events'
import { type IncomingHttpHeaders, type Server, createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { signatureOf } from '@guiche/graph-testserver'

interface Received {
  headers: IncomingHttpHeaders
  raw: Buffer
  body: unknown
  /** Whether the raw bytes are signed with the app's secret. */
  isSigned: boolean
}

/** Takes webhooks as a product does: it answers the handshake, and keeps what was posted. */
export class Receiver {
  readonly received: Received[] = []
  readonly verifyToken = 'a-verify-token'
  secret = ''
  /** The status of the next answers. */
  status = 200
  url = ''
  /** Called before an answer. */
  onPost: (() => void) | undefined
  #server: Server | undefined

  async start(): Promise<this> {
    const server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
      if (request.method === 'GET') {
        const isRight =
          searchParams.get('hub.mode') === 'subscribe' && searchParams.get('hub.verify_token') === this.verifyToken
        response.writeHead(isRight ? 200 : 403).end(isRight ? searchParams.get('hub.challenge') : '')
        return
      }
      void buffer(request).then((raw) => {
        const { headers } = request
        const isSigned = headers['x-hub-signature-256'] === signatureOf(this.secret, raw)
        this.received.push({ headers, raw, body: JSON.parse(raw.toString()), isSigned })
        this.onPost?.()
        response.writeHead(this.status).end()
      })
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    this.#server = server
    this.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/webhook`
    return this
  }

  stop(): void {
    this.#server?.close()
    this.#server?.closeAllConnections()
  }

  /** The bodies that arrived since the last call. */
  take(): unknown[] {
    return this.received.splice(0).map(({ body }) => body)
  }
}
