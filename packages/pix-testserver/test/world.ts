import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingHttpHeaders, type Server, createServer } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import { readBrCode } from '@guiche/pix'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Identity, type PixServer, createPixServer } from '../src/index.ts'

export interface Call {
  headers?: Record<string, string>
  body?: unknown
  /** Instead of a body, as it is. */
  raw?: string
  /** Without the headers that are usual. */
  isBare?: boolean
  /** The client's certificate with its key. */
  identity?: Identity | undefined
}

export interface Answered {
  status: number
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

/** One server for the tests of a file. After each test it must have recorded the expected problems, by default none. */
export class World {
  expectedProblems: string[] = []
  #server: PixServer | undefined
  #token: string | undefined

  get server(): PixServer {
    if (!this.#server) throw new Error('the server is not up yet')
    return this.#server
  }

  async start(): Promise<void> {
    this.#server = await createPixServer()
  }

  async stop(): Promise<void> {
    await this.#server?.stop()
  }

  /** A call to Efí with the account's certificate and, unless a header says otherwise, its token. */
  async efi(method: string, path: string, { headers, ...call }: Call = {}): Promise<Answered> {
    const { identity, url } = this.server.efi
    const authorization = headers?.['authorization'] ?? `Bearer ${await this.token()}`
    return this.#send(method, url + path, { identity, ...call, headers: { ...headers, authorization } })
  }

  asaas(method: string, path: string, { headers, isBare = false, ...call }: Call = {}): Promise<Answered> {
    const { accessToken, url } = this.server.asaas
    const usual = isBare ? {} : { access_token: accessToken, 'user-agent': 'test' }
    return this.#send(method, url + path, { ...call, headers: { ...usual, ...headers } })
  }

  async token(): Promise<string> {
    this.#token ??= String((await this.login()).body['access_token'])
    return this.#token
  }

  login(change: Partial<{ id: string; secret: string; body: unknown }> = {}): Promise<Answered> {
    const { account } = this.server.efi
    const { id = account.clientId, secret = account.clientSecret, body = { grant_type: 'client_credentials' } } = change
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
    return this.efi('POST', '/oauth/token', { headers: { authorization }, body })
  }

  forgetToken(): void {
    this.#token = undefined
  }

  /** A charge that was just made. */
  async charge(provider: 'efi' | 'asaas', valor = '199.90') {
    if (provider === 'efi') {
      const txid = someTxid()
      const { body } = await this.efi('PUT', `/v2/cob/${txid}`, { body: someCob({ valor: { original: valor } }) })
      return { id: String(body['txid']), copyText: String(body['pixCopiaECola']) }
    }
    const { body: customer } = await this.asaas('POST', '/customers', { body: { name: 'Ana', cpfCnpj: '12345678909' } })
    const due = new Date(this.server.clock.now().getTime() + 30 * 86_400_000)
    const payment = {
      customer: customer['id'],
      billingType: 'PIX',
      value: Number(valor),
      dueDate: due.toISOString().slice(0, 10),
      externalReference: someTxid(),
    }
    const { body } = await this.asaas('POST', '/payments', { body: payment })
    const code = await this.asaas('GET', `/payments/${String(body['id'])}/pixQrCode`)
    return { id: String(body['id']), copyText: String(code.body['payload']) }
  }

  async #send(method: string, url: string, { headers, body, raw, identity }: Call): Promise<Answered> {
    const written = raw ?? (body === undefined ? '' : JSON.stringify(body))
    const { promise, resolve, reject } = Promise.withResolvers<Answered>()
    const request = httpsRequest(url, {
      method,
      ca: this.server.ca,
      ...identity,
      agent: false,
      headers: { ...headers, ...(written !== '' && { 'content-length': String(Buffer.byteLength(written)) }) },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      text(response).then((answer) => {
        const { statusCode: status = 0, headers: answered } = response
        resolve({ status, headers: answered, body: answer === '' ? {} : JSON.parse(answer) })
      }, reject)
    })
    request.end(written)
    return promise
  }
}

export function testWorld(): World {
  const world = new World()
  let checked = 0
  beforeAll(() => world.start())
  afterEach(() => {
    const { expectedProblems } = world
    world.expectedProblems = []
    const problems = world.server.problems.slice(checked).map(({ text: problem }) => problem)
    checked += problems.length
    expect(problems).toEqual(expectedProblems)
  })
  afterAll(() => world.stop())
  return world
}

export const someTxid = () => randomBytes(16).toString('hex')

export const someCob = (change: object = {}) => ({
  calendario: { expiracao: 3600 },
  devedor: { cpf: '12345678909', nome: 'Ana Lima' },
  valor: { original: '199.90' },
  chave: 'a1f4102e-a446-4a57-bcce-6fa48899c1d1',
  solicitacaoPagador: 'Fatura 1042',
  ...change,
})

export const isBrCode = (code: unknown) => readBrCode(String(code)).isValid

interface Received {
  url: string
  headers: IncomingHttpHeaders
  body: unknown
  from: string
}

/** Takes webhooks, and answers as it is told. */
export class Receiver {
  readonly received: Received[] = []
  status = 200
  url = ''
  #server: Server | undefined

  async start(): Promise<this> {
    const server = createServer((request, response) => {
      void text(request).then((written) => {
        const { url = '', headers, socket } = request
        this.received.push({ url, headers, body: JSON.parse(written), from: socket.remoteAddress ?? '' })
        response.writeHead(this.status).end()
      })
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    this.#server = server
    this.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hook`
    return this
  }

  stop(): void {
    this.#server?.close()
    this.#server?.closeAllConnections()
  }

  /** What arrived since the last call. */
  take(): Received[] {
    return this.received.splice(0)
  }
}
