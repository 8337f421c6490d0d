import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '../process/log.ts'
import { servePages } from './pages.ts'
import { createOrigins } from '../origins.ts'
import { createHttp } from './server.ts'

const script = 'export const greeting = "Olá"\n'.repeat(200)
const page = '<!doctype html><title>Guichê</title>'.padEnd(2000)
const folder = mkdtempSync(join(tmpdir(), 'guiche-pages-'))
let http: FastifyInstance

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  for (const [path, content] of [
    ['assets/app-1a2b.js', script],
    ['index.html', page],
  ] as const) {
    writeFileSync(join(folder, path), content)
    writeFileSync(join(folder, `${path}.br`), brotliCompressSync(content))
    writeFileSync(join(folder, `${path}.gz`), gzipSync(content))
  }
  writeFileSync(join(folder, 'assets/inter.woff2'), Buffer.alloc(3000, 7))
  const publicUrl = new URL('http://127.0.0.1:3000')
  const origins = createOrigins({ publicUrl, host: '127.0.0.1', others: [] })
  http = await createHttp({ log: createLogger('silent'), trustProxy: false, publicUrl, origins })
  await servePages(http, folder)
})

afterAll(async () => {
  await http.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => http.inject({ url, headers })
const browsers = { 'accept-encoding': 'gzip, deflate, br, zstd' }

describe('a text file of the web application', () => {
  test('is sent in the smallest encoding that the browser accepts', async () => {
    const [best, good, plain] = await Promise.all([
      get('/assets/app-1a2b.js', browsers),
      get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip' }),
      get('/assets/app-1a2b.js'),
    ])

    expect(best.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(best.rawPayload).toString()).toBe(script)
    expect(good.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(good.rawPayload).toString()).toBe(script)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body).toBe(script)
  })

  test('has the same type, policy and lifetime in each encoding, and a tag of its own', async () => {
    const answers = await Promise.all([
      get('/assets/app-1a2b.js', browsers),
      get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip' }),
      get('/assets/app-1a2b.js'),
    ])

    for (const { headers } of answers)
      expect(headers).toMatchObject({
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': expect.stringContaining("script-src 'self'"),
        'x-content-type-options': 'nosniff',
        vary: expect.stringMatching(/accept-encoding/i),
      })
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(3)
  })

  test('is not sent again to a browser that has it', async () => {
    const first = await get('/assets/app-1a2b.js', browsers)
    const again = await get('/assets/app-1a2b.js', { ...browsers, 'if-none-match': String(first.headers.etag) })

    expect(again).toMatchObject({ statusCode: 304, body: '' })
  })

  test('is answered without its body to a HEAD request', async () => {
    const told = await http.inject({ method: 'HEAD', url: '/assets/app-1a2b.js', headers: browsers })

    expect(told.body).toBe('')
    expect(told.headers).toMatchObject({
      'content-encoding': 'br',
      'content-length': String(brotliCompressSync(script).length),
    })
  })

  test('is not cached if it is the page itself', async () => {
    const answer = await get('/tickets', { ...browsers, accept: 'text/html', 'sec-fetch-mode': 'navigate' })

    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'no-cache',
    })
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(page)
  })
})

test('a file that is already compressed is sent as it is, also in ranges', async () => {
  const font = await get('/assets/inter.woff2', { ...browsers, range: 'bytes=0-99' })

  expect(font.statusCode).toBe(206)
  expect(font.headers['content-encoding']).toBeUndefined()
  expect(font.headers).toMatchObject({ 'content-type': 'font/woff2', 'content-range': 'bytes 0-99/3000' })
})
