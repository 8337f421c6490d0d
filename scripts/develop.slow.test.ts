import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ViteDevServer, createServer as createVite } from 'vite'

const server = createServer((_request, answer) => answer.end('of the server'))
let vite: ViteDevServer
let port: number

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env.GUICHE_DEV_SERVER = `http://127.0.0.1:${addressOf(server.address()).port}`
  vite = await createVite({
    configFile: join(import.meta.dirname, '../apps/web/vite.config.ts'),
    server: { port: 0, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    logLevel: 'silent',
  })
  await vite.listen()
  port = addressOf(vite.httpServer?.address()).port
})
afterAll(async () => {
  await vite.close()
  server.close()
})

test.each(['/tickets', '/contacts', '/login', '/'])('opening %s shows the application', async (path) => {
  expect(await open(path)).toContain('<div id="root">')
})

test.each(['/chat/ABC', '/docs/openapi.json', '/public/company1/a.png', '/health/live'])(
  'opening %s shows what the server has at this address',
  async (path) => expect(await open(path)).toBe('of the server'),
)

test('an API call goes to the server even if a screen has the same path', async () => {
  expect(await open('/tickets', 'cors')).toBe('of the server')
})

const open = (path: string, mode = 'navigate') =>
  new Promise<string>((resolve, reject) => {
    const headers = { 'sec-fetch-mode': mode, accept: 'text/html' }
    get({ host: '127.0.0.1', port, path, headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => (text += chunk.toString()))
      answer.on('end', () => resolve(text))
    }).on('error', reject)
  })

function addressOf(address: AddressInfo | string | null | undefined): AddressInfo {
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen')
  return address
}
