import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { createTlsIdentity } from '@guiche/wa-testserver'
import { describe, expect, test } from 'vitest'
import { createBotServer } from '../src/index.ts'
import { eventually, post, testWorld } from './world.ts'

const world = testWorld()

const start = (headers = {}) => post(`${world.server.typebot.url}/api/v1/typebots/linear/startChat`, {}, headers)

const asking = (signal: AbortSignal) =>
  fetch(`${world.server.typebot.url}/api/v1/typebots/linear/startChat`, { method: 'POST', signal })

describe('a fault', () => {
  test('hits as many requests as planned, and only those that begin as planned', async () => {
    const { faults } = world.server.typebot.side
    faults.plan({ kind: 'answer', status: 503, body: { message: 'down' } }, { times: 2, on: 'POST /api/v1/typebots' })
    expect((await post(`${world.server.typebot.url}/api/v1/sessions/x/continueChat`)).status).toBe(404)
    expect(await start()).toMatchObject({ status: 503, body: { message: 'down' } })
    expect((await start()).status).toBe(503)
    expect((await start()).status).toBe(200)
  })

  test('is forgotten when it is cleared', async () => {
    world.server.typebot.side.faults.plan({ kind: 'html' })
    world.server.clear()
    expect((await start()).status).toBe(200)
  })

  test('slow: the answer comes late, and whoever goes away before is seen', async () => {
    const { side } = world.server.typebot
    side.faults.plan({ kind: 'slow', ms: 20 })
    expect((await start()).status).toBe(200)
    side.faults.plan({ kind: 'slow', ms: 60_000 })
    const client = new AbortController()
    const asked = asking(client.signal)
    await eventually(() => expect(side.requests.underWay).toBe(1))
    client.abort()
    await expect(asked).rejects.toThrow('aborted')
    await eventually(() => expect(side.requests.underWay).toBe(0))
    expect(side.requests.take().map(({ outcome }) => outcome)).toEqual(['answered', 'abandoned'])
  })

  test('silent: nothing is answered, and it is counted how many wait', async () => {
    const { side } = world.server.typebot
    side.faults.plan({ kind: 'silent' }, { times: 2 })
    const client = new AbortController()
    const asked = [asking(client.signal), asking(client.signal)]
    await eventually(() => expect(side.requests.underWay).toBe(2))
    expect(side.requests.mostUnderWay).toBeGreaterThanOrEqual(2)
    client.abort()
    await Promise.allSettled(asked)
  })

  test('trickle: the answer begins at once and comes byte by byte', async () => {
    world.server.typebot.side.faults.plan({ kind: 'trickle', bytesPerSecond: 100_000 })
    const { status, body } = await start()
    expect(status).toBe(200)
    expect(body).toHaveProperty('sessionId')
  })

  test('endless: the answer goes on until the client goes away', async () => {
    const { side } = world.server.typebot
    side.faults.plan({ kind: 'endless' })
    const client = new AbortController()
    const response = await asking(client.signal)
    let bytes = 0
    const reading = (async () => {
      for await (const chunk of response.body ?? []) {
        bytes += chunk.length
        if (bytes > 3_000_000) return client.abort()
      }
    })()
    await reading.catch(() => undefined)
    expect(bytes).toBeGreaterThan(3_000_000)
    await eventually(() => expect(side.requests.underWay).toBe(0))
  })

  test('huge and deep: the right answer with too much beside it', async () => {
    const { faults } = world.server.typebot.side
    faults.plan({ kind: 'huge', bytes: 1_500_000 })
    const huge = await start()
    expect(huge.text.length).toBeGreaterThan(1_500_000)
    expect(huge.body).toHaveProperty('sessionId')

    faults.plan({ kind: 'deep', levels: 40 })
    const deep = await start()
    expect(deep.body['padding']).toEqual(JSON.parse('['.repeat(40) + ']'.repeat(40)))
    expect(deep.body).toHaveProperty('sessionId')
  })

  test('broken and html: the answer is no JSON', async () => {
    const { faults } = world.server.typebot.side
    faults.plan({ kind: 'broken' })
    const broken = await start()
    expect(broken.text).toContain('sessionId')
    expect(() => void JSON.parse(broken.text)).toThrow(SyntaxError)
    faults.plan({ kind: 'html' })
    const page = await start()
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.text).toContain('<h1>')
  })

  test('reset and loseAnswer: the connection is cut before or after the request was carried out', async () => {
    const { side, sessions } = world.server.typebot
    const before = sessions.all.length
    side.faults.plan({ kind: 'reset' })
    await expect(start()).rejects.toThrow('fetch failed')
    expect(sessions.all).toHaveLength(before)
    side.faults.plan({ kind: 'loseAnswer' })
    await expect(start()).rejects.toThrow('fetch failed')
    expect(sessions.all).toHaveLength(before + 1)
  })

  test('redirect: the client is sent somewhere else', async () => {
    world.server.typebot.side.faults.plan({ kind: 'redirect', to: 'http://169.254.169.254/latest/meta-data' })
    const response = await fetch(`${world.server.typebot.url}/api/v1/typebots/linear/startChat`, {
      method: 'POST',
      redirect: 'manual',
    })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('http://169.254.169.254/latest/meta-data')
  })
})

test('a service that is stopped refuses connections, and comes back at its address', async () => {
  const { side, url } = world.server.typebot
  await side.stop()
  await expect(start()).rejects.toThrow('fetch failed')
  await side.start()
  expect(world.server.typebot.url).toBe(url)
  expect((await start()).status).toBe(200)
})

test('what was asked can be read: method, path, headers, body', async () => {
  await start({ 'x-mark': 'here' })
  expect(world.server.typebot.side.requests.take()).toMatchObject([
    { method: 'POST', path: '/api/v1/typebots/linear/startChat', headers: { 'x-mark': 'here' }, body: {} },
  ])
})

test('a call that a service does not know is a problem', async () => {
  world.expectedProblems = ['unknown: Typebot: POST /api/v2/nothing']
  expect((await post(`${world.server.typebot.url}/api/v2/nothing`)).status).toBe(404)
})

test('services are reached by https with the certificate that they are given', async () => {
  const identity = createTlsIdentity()
  const server = await createBotServer({ tls: identity })
  try {
    expect(server.addresses.openai).toMatch(/^https:/)
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const options = { method: 'POST', ca: identity.cert, agent: false }
    request(`${server.typebot.url}/api/v1/typebots/linear/startChat`, options, (response) => {
      text(response).then(resolve, reject)
    })
      .on('error', reject)
      .end()
    expect(await promise).toContain('sessionId')
  } finally {
    await server.stop()
  }
})
