import { type RequestListener, type Server, createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { beginFetch } from '../src/media/begin-fetch.ts'

const timeout = 1000
let server: Server | undefined
afterEach(() => server?.closeAllConnections())
afterEach(() => server?.close())

async function host(answer: RequestListener): Promise<string> {
  server = createServer(answer)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return address !== null && typeof address === 'object' ? `http://127.0.0.1:${address.port}` : ''
}

test('a download that has started has no time limit', async () => {
  const url = await host((_request, response) => {
    response.write('one half, ')
    setTimeout(() => response.end('and the other'), 2 * timeout)
  })
  const response = await beginFetch(url, {}, timeout)
  expect(await response.text()).toBe('one half, and the other')
})

test('a host that accepts the request and does not answer is given up', async () => {
  const url = await host(() => undefined)
  await expect(beginFetch(url, {}, timeout)).rejects.toThrow('aborted')
})

test('redirects are not followed, because their target was not checked', async () => {
  const asked: string[] = []
  const url = await host((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(302, { location: '/inside' }).end()
  })
  await expect(beginFetch(`${url}/file`, {}, timeout)).rejects.toThrow('fetch failed')
  expect(asked).toEqual(['/file'])
})
