import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttp } from '#platform/http/server'
import { createLogger } from '#platform/process/log'
import { type World, createWorld } from '#test/world'
import { webChatPages } from './web-chat.pages.ts'

const widget = join(import.meta.dirname, '../../../../widget')
const isBuilt = existsSync(join(widget, 'dist/widget.js'))

let world: World
let token: string
beforeAll(async () => {
  world = await createWorld()
  token = (await (await world.company()).webChat()).token
})
afterAll(() => world.close())

/** Like a browser that navigates to a page. */
const open = (path: string, headers: Record<string, string> = {}) =>
  world.anonymous.get(path, { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate', ...headers } })

describe('the page of a chat', () => {
  test.skipIf(!isBuilt)('runs our script and nothing else', async () => {
    const page = await open(`/chat/${token}`)

    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(page.body).toContain('<script src="/chat.js"')
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(page.headers['permissions-policy']).toBe('microphone=(), camera=(), geolocation=()')
  })

  test.each([
    ['pt-BR,pt;q=0.9,en;q=0.8', 'Chat não encontrado'],
    ['en-GB', 'Chat not found'],
    ['es-AR,es', 'Chat no encontrado'],
    ['tr', 'Sohbet bulunamadı'],
    ['ja', 'Chat não encontrado'],
  ])('of an unknown chat says so in the language of %s', async (language, title) => {
    const page = await open('/chat/NOSUCHTOKENATALL', { 'accept-language': language })

    expect(page).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(page.body).toContain(title)
    expect(page.body).not.toContain('<script')
  })
})

test.each([
  ['pt-BR', 'Chat indisponível'],
  ['en', 'Chat unavailable'],
  ['es', 'Chat no disponible'],
  ['tr', 'Sohbet kullanılamıyor'],
])('a chat page whose build is missing says so in %s', async (language, title) => {
  const { units, publicUrl, origins } = world.app.deps
  const http = await createHttp({ log: createLogger('silent'), trustProxy: false, publicUrl, origins })
  webChatPages({ http, units, origins }, join(widget, 'nowhere'))

  const page = await http.inject({ url: `/chat/${token}`, headers: { 'accept-language': language } })

  expect(page.statusCode).toBe(503)
  expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'retry-after': '60' })
  expect(page.body).toContain(title)
  await http.close()
})

test('a page has an icon, because browsers would ask for one', async () => {
  const pages = [readFileSync(join(widget, 'public/chat.html'), 'utf8'), (await open('/chat/NOSUCHTOKENATALL')).body]
  for (const page of pages) {
    const icon = /<link rel="icon" href="([^"]+)"/.exec(page)?.[1] ?? 'none'
    expect(existsSync(join(widget, '../web/public', icon))).toBe(true)
  }
})

describe.skipIf(!isBuilt)('the script that embeds the chat in other sites', () => {
  test('can be loaded by any page, and is sent again only when it has changed', async () => {
    const first = await world.anonymous.get('/widget.js', { headers: { origin: 'https://loja.example' } })

    expect(first).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
      },
    })
    const again = await world.anonymous.get('/widget.js', {
      headers: { 'if-none-match': String(first.headers['etag']) },
    })
    expect(again).toMatchObject({ status: 304, body: '' })
  })

  test('has less than 30 kB compressed, and a different tag per encoding', async () => {
    const ask = (encoding: string) =>
      world.app.http.inject({ url: '/widget.js', headers: { 'accept-encoding': encoding } })
    const [best, good, plain] = await Promise.all([ask('gzip, deflate, br'), ask('gzip, deflate'), ask('identity')])

    expect(best.headers).toMatchObject({ 'content-encoding': 'br', 'cross-origin-resource-policy': 'cross-origin' })
    expect(brotliDecompressSync(best.rawPayload).toString()).toBe(plain.body)
    expect(good.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(good.rawPayload).toString()).toBe(plain.body)
    for (const answer of [best, good]) expect(answer.rawPayload.length).toBeLessThan(30_000)
    for (const { headers } of [best, good, plain]) expect(headers.vary).toMatch(/accept-encoding/)
    expect(new Set([best, good, plain].map(({ headers }) => headers.etag)).size).toBe(3)
  })
})
