import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { RequestListener, Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { faultyAnswers, listen } from '#test/services/faulty-answers'
import { DownloadFailed, DownloadTooLarge, NotOutside, createOutside } from './outside.ts'

/** In these tests 127.0.0.1 is outside, and 127.0.0.2 is inside. */
const isInside = (address: string) => address !== '127.0.0.1'

let outsider: { server: Server; port: number; asked: string[]; headers: Record<string, unknown>[] }
let insider: { server: Server; port: number; connections: number }
let folder: string
let files = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guiche-download-'))
  const asked: string[] = []
  const headers: Record<string, unknown>[] = []
  const answer: RequestListener = (request, response) => {
    asked.push(request.url ?? '')
    headers.push(request.headers)
    answers[(request.url ?? '').split('?')[0] ?? '']?.(request, response)
  }
  outsider = { ...(await listen('127.0.0.1', 0, answer)), asked, headers }
  const secret = await listen('127.0.0.2', outsider.port, (_request, response) => response.end('secret'))
  insider = { ...secret, connections: 0 }
  insider.server.on('connection', () => (insider.connections += 1))
})
afterAll(() => {
  for (const { server } of [outsider, insider]) {
    server.closeAllConnections()
    server.close()
  }
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  outsider.asked.length = 0
  outsider.headers.length = 0
  insider.connections = 0
})

const text = 'the whole file'

const answers: Record<string, RequestListener> = {
  '/a/file.pdf': (_request, response) => response.setHeader('content-type', 'application/pdf').end(text),
  '/moved': (_request, response) =>
    response.writeHead(302, { location: '/a/file.pdf', 'set-cookie': 'a=b; path=/' }).end(),
  '/inside': (_request, response) =>
    response.writeHead(302, { location: `http://127.0.0.2:${outsider.port}/secret` }).end(),
  '/by-name': (_request, response) =>
    response.writeHead(307, { location: `http://files.test:${outsider.port}/a/file.pdf` }).end(),
  '/file-system': (_request, response) => response.writeHead(301, { location: 'file:///etc/passwd' }).end(),
  '/for-ever': (_request, response) => response.writeHead(302, { location: '/for-ever' }).end(),
  '/three': (_request, response) => response.writeHead(302, { location: '/two' }).end(),
  '/two': (_request, response) => response.writeHead(302, { location: '/moved' }).end(),
  '/four': (_request, response) => response.writeHead(302, { location: '/three' }).end(),
  ...faultyAnswers,
  '/refused': (_request, response) => response.writeHead(403).end('a secret reason'),
}

const nobody = async () => [{ address: '127.0.0.1', family: 4 }]

function client(options: Parameters<typeof createOutside>[0] = {}) {
  return createOutside({ isInside, ports: [outsider.port], resolve: nobody, ...options })
}

const pathOf = () => join(folder, String((files += 1)))
const at = (path: string, host = '127.0.0.1') => `http://${host}:${outsider.port}${path}`
const target = (most = 1000) => ({ path: pathOf(), most })

test('a file comes whole, with its name, type and hash', async () => {
  const wanted = target()

  expect(await client().download(at('/a/file.pdf?x=1'), wanted)).toEqual({
    bytes: text.length,
    sha256: createHash('sha256').update(text).digest(),
    declaredType: 'application/pdf',
    name: 'file.pdf',
  })
  expect(readFileSync(wanted.path, 'utf8')).toBe(text)
})

test('three redirections are followed, without cookies, and a fourth is not', async () => {
  expect((await client().download(at('/three'), target())).bytes).toBe(text.length)
  expect(outsider.asked).toEqual(['/three', '/two', '/moved', '/a/file.pdf'])
  for (const headers of outsider.headers) {
    expect(headers).not.toHaveProperty('cookie')
    expect(headers).not.toHaveProperty('authorization')
  }

  await expect(client().download(at('/four'), target())).rejects.toBeInstanceOf(DownloadFailed)
  await expect(client().download(at('/for-ever'), target())).rejects.toBeInstanceOf(DownloadFailed)
})

test.each([
  'http://127.0.0.1',
  'http://localhost.',
  'http://LOCALHOST',
  'http://0.0.0.0',
  'http://[::1]',
  'http://[::ffff:169.254.169.254]',
  'http://[64:ff9b::7f00:1]',
  'http://2130706433',
  'http://0x7f.1',
  'http://017700000001',
  'http://169.254.169.254/latest/meta-data',
  'http://100.64.0.1',
  'http://198.18.0.1',
  'http://[fd00::1]',
  'file:///etc/passwd',
  'gopher://8.8.8.8/',
  'ftp://8.8.8.8/a',
  'data:text/plain,x',
  'http://user@127.0.0.1',
  'http://user:password@8.8.8.8/',
  'http://8.8.8.8:22/',
  'https://8.8.8.8:8443/',
  'http://',
  '//8.8.8.8/',
  'nothing',
  '',
])('%s is not called', async (address) => {
  await expect(createOutside().download(address, target())).rejects.toBeInstanceOf(NotOutside)
})

test('a name of the cloud that leads to its own addresses is not called', async () => {
  const resolve = async () => [{ address: '169.254.169.254', family: 4 }]

  await expect(
    createOutside({ resolve }).download('http://metadata.google.internal/', target()),
  ).rejects.toBeInstanceOf(NotOutside)
})

test('a name with an address inside among others is not called', async () => {
  const resolve = async () => [
    { address: '127.0.0.1', family: 4 },
    { address: '127.0.0.2', family: 4 },
  ]

  await expect(client({ resolve }).download(at('/a/file.pdf', 'files.test'), target())).rejects.toBeInstanceOf(
    NotOutside,
  )
  expect(outsider.asked).toEqual([])
  expect(insider.connections).toBe(0)
})

test('a name that has another address at the next look-up is called at the checked one', async () => {
  let lookUps = 0
  const resolve = async () => [{ address: (lookUps += 1) === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
  const rebinding = client({ resolve })

  expect((await rebinding.download(at('/a/file.pdf', 'files.test'), target())).bytes).toBe(text.length)
  await expect(rebinding.download(at('/a/file.pdf', 'files.test'), target())).rejects.toBeInstanceOf(NotOutside)
  expect(insider.connections).toBe(0)
})

test.each(['/inside', '/file-system'])('the redirection of %s is not followed', async (path) => {
  await expect(client().download(at(path), target())).rejects.toBeInstanceOf(NotOutside)
  expect(insider.connections).toBe(0)
})

test('a name is checked again after a redirection', async () => {
  const resolve = async () => [{ address: '127.0.0.2', family: 4 }]

  await expect(client({ resolve }).download(at('/by-name'), target())).rejects.toBeInstanceOf(NotOutside)
  expect(insider.connections).toBe(0)
})

test.each(['/silent', '/slow'])('%s is given up when its time is over', async (path) => {
  const impatient = client({ times: { connect: 5_000, whole: 200 } })

  await expect(impatient.download(at(path), target(1_000_000))).rejects.toBeInstanceOf(DownloadFailed)
})

test('a name that is not resolved in time is given up', async () => {
  const impatient = client({ resolve: () => new Promise(() => undefined), times: { connect: 50, whole: 60_000 } })

  await expect(impatient.download(at('/a/file.pdf', 'files.test'), target())).rejects.toBeInstanceOf(DownloadFailed)
})

test.each(['/endless', '/announced'])('%s is cut off when it is too large', async (path) => {
  await expect(client().download(at(path), target(100_000))).rejects.toBeInstanceOf(DownloadTooLarge)
})

test.each(['/cut-off', '/compressed', '/refused', '/nothing-here'])('%s is no file', async (path) => {
  const impatient = client({ times: { connect: 5_000, whole: 500 } })
  const error: unknown = await impatient.download(at(path), target()).catch((failed: unknown) => failed)

  expect(error).toBeInstanceOf(DownloadFailed)
  expect(String(error)).not.toContain('secret')
})

test('a host that the operator allows is reached although it is inside, at its port only', async () => {
  const resolve = async () => [{ address: '127.0.0.2', family: 4 }]
  const allowing = (host: string) => createOutside({ isInside, resolve, insideHosts: [host] })

  const wanted = target()
  await allowing(`Files.test:${outsider.port}`).download(at('/a/file.pdf', 'files.test'), wanted)
  expect(existsSync(wanted.path)).toBe(true)
  expect(insider.connections).toBe(1)

  for (const host of ['files.test', `files.test:${outsider.port + 1}`, `other.test:${outsider.port}`])
    await expect(allowing(host).download(at('/a/file.pdf', 'files.test'), target())).rejects.toBeInstanceOf(NotOutside)
  expect(insider.connections).toBe(1)
})
