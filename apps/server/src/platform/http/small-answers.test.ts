import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Company, type World, createWorld } from '#test/world'

let world: World
let company: Company
let token: string

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  const admin = await company.admin()
  token = admin.token
  for (let count = 0; count < 12; count += 1)
    await admin.post('/queue', { name: `Fila de vendas e entregas ${count}`, color: `#0b8f${10 + count}` })
})
afterAll(() => world.close())

const get = (url: string, accept?: string, headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  world.app.http.inject({ url, headers: { ...headers, ...(accept !== undefined && { 'accept-encoding': accept }) } })

test('a long list is compressed for clients that accept it, with the same content', async () => {
  const plain = await get('/queue')
  const best = await get('/queue', 'gzip, deflate, br, zstd')
  const good = await get('/queue', 'gzip, deflate')

  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(best.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': plain.headers['content-type'],
    'content-length': String(best.rawPayload.length),
    'cache-control': 'no-store',
  })
  expect(brotliDecompressSync(best.rawPayload).toString()).toBe(plain.body)
  expect(good.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(good.rawPayload).toString()).toBe(plain.body)
  for (const { headers } of [plain, best, good]) expect(headers.vary).toBe('Origin, accept-encoding')
  expect(best.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
})

test('an encoding that the client refuses is not used', async () => {
  const answer = await get('/queue', 'br;q=0, gzip;q=0, identity')
  expect(answer.headers['content-encoding']).toBeUndefined()
})

test('a short answer is not compressed', async () => {
  const answer = await get('/auth/me', 'gzip, br')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-encoding']).toBeUndefined()
})

test('an answer to a call without an Authorization header is never compressed', async () => {
  const answer = await get('/docs/openapi.json', 'gzip, br', {})
  expect(answer.rawPayload.length).toBeGreaterThan(100_000)
  expect(answer.headers['content-encoding']).toBeUndefined()
})
