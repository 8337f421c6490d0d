import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createLogger } from '../process/log.ts'
import { createOrigins } from '../origins.ts'
import { type HttpOptions, createHttp } from './server.ts'

const publicUrl = new URL('http://guiche.test')
const origins = createOrigins({ publicUrl, host: '127.0.0.1', others: [] })
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serve(options: Partial<HttpOptions> = {}) {
  const app = await createHttp({ log: createLogger('silent'), trustProxy: false, publicUrl, origins, ...options })
  closing.push(() => app.close())
  return app
}

describe('a forwarded header', () => {
  async function listening(trustProxy: string[] | false) {
    const lines: { event?: string; peer?: string }[] = []
    const written = new PassThrough()
    written.on('data', (line: Buffer) => lines.push(JSON.parse(line.toString())))
    const log = pino(written)
    const app = await serve({ log, trustProxy })
    app.get('/', async (request) => request.ip)
    const ask = (remoteAddress: string, headers: Record<string, string>) =>
      app.inject({ url: '/', remoteAddress, headers })
    return { ask, told: () => lines.filter(({ event }) => event === 'proxy.undeclared') }
  }

  test('of an address that is not a named proxy is ignored and reported once', async () => {
    const { ask, told } = await listening(['10.0.0.1'])
    const headers = { 'x-forwarded-for': '198.51.100.7' }

    expect((await ask('127.0.0.1', headers)).body).toBe('127.0.0.1')
    await ask('127.0.0.1', { forwarded: 'for=198.51.100.7' })
    await ask('10.0.0.2', headers)

    expect(told()).toMatchObject([{ peer: '127.0.0.1' }])
  })

  test('of a named proxy is trusted and not reported', async () => {
    const { ask, told } = await listening(['loopback'])

    expect((await ask('127.0.0.1', { 'x-forwarded-for': '198.51.100.7' })).body).toBe('198.51.100.7')
    expect((await ask('10.0.0.2', {})).body).toBe('10.0.0.2')
    expect(told()).toEqual([])
  })
})

describe('a slow client', () => {
  const timeouts = { headers: 1000, whole: 1000, period: 500, bytesPerPeriod: 1000 }

  async function listening(more: Partial<HttpOptions> = {}) {
    const app = await serve({ timeouts, ...more })
    app.post('/text', async ({ body }) => ({ got: body }))
    app.post('/form', async (request) => {
      let bytes = 0
      for await (const part of request.parts())
        if (part.type === 'file') for await (const chunk of part.file) bytes += Number(chunk.length)
      return { bytes }
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    return (app.server.address() as AddressInfo).port
  }

  /** What is answered until the connection is closed, and for how long `drip` was written to it. */
  async function talk(port: number, begin: string, drip: string, times = Infinity) {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.on('error', () => undefined)
    socket.write(begin)
    let count = 0
    const timer = setInterval(() => {
      if (count < times) socket.write(drip)
      count += 1
    }, 50)
    await once(socket, 'close')
    clearInterval(timer)
    return answer
  }
  const head = (path: string, type: string, bytes: number) =>
    `POST ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${bytes}\r\n\r\n`
  const opening = '--b\r\ncontent-disposition: form-data; name="f"; filename="a.bin"\r\n\r\n'
  const ending = '\r\n--b--\r\n'

  test('is disconnected while it sends headers', async () => {
    expect(await talk(await listening(), 'GET / HTTP/1.1\r\nhost: a\r\n', 'x: y\r\n')).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('is disconnected while it sends a text, however steadily', async () => {
    expect(await talk(await listening(), head('/text', 'application/json', 100_000), 'x')).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('is disconnected while it sends a file if hardly anything arrives', async () => {
    const answer = await talk(
      await listening(),
      head('/form', 'multipart/form-data; boundary=b', 9_000_000) + opening,
      'x',
    )

    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('may send a file steadily for longer than any text', async () => {
    const chunk = 'x'.repeat(1000)
    const bytes = opening.length + 60 * chunk.length + ending.length
    const port = await listening()
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (data: Buffer) => (answer += data.toString()))
    socket.write(head('/form', 'multipart/form-data; boundary=b', bytes) + opening)
    for (let nth = 0; nth < 60; nth += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      socket.write(chunk)
    }
    socket.write(ending)
    await once(socket, 'close')

    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toContain('{"bytes":60000}')
  })
})

describe('connections of one address', () => {
  async function listening(options: Partial<HttpOptions>) {
    const app = await serve({ connectionsPerAddress: 5, ...options })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const open = new Set<ReturnType<typeof connect>>()
    closing.unshift(async () => open.forEach((socket) => socket.destroy()))
    for (let nth = 0; nth < 12; nth += 1) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.on('close', () => open.delete(socket))
      open.add(socket)
      await once(socket, 'connect')
    }
    const count = promisify(app.server.getConnections.bind(app.server))
    return { count, open, port }
  }

  test('are limited until one is closed', async () => {
    const { count, open, port } = await listening({})
    await vi.waitFor(() => expect(open.size).toBe(5))
    expect(await count()).toBe(5)

    for (const socket of [...open].slice(0, 1)) socket.destroy()
    await vi.waitFor(async () => expect(await count()).toBe(4))
    const socket = connect(port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 404 /)
  })

  test.each([
    ['of a named proxy', { trustProxy: ['loopback'] }],
    ['of this machine where the product is tried out', { publicUrl: new URL('http://localhost:3000') }],
  ])('%s are not limited', async (_whose, options) => {
    const { count } = await listening(options)
    await vi.waitFor(async () => expect(await count()).toBe(12))
  })
})
