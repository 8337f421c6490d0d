import { type Socket, connect } from 'node:net'
import { type Endpoint, api } from '@guiche/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type World, createWorld } from '#test/world'
import { calls, sampleOf, shapeOf, withQuery } from './contract-input.ts'

let world: World
let token: string
let operatorToken: string
let visitor: { secret: string; connection: string }
/** Calls of one token are limited, so each call has the next one. */
let programTokens: string[]
let programCalls = 0
const escaped: unknown[] = []
const onEscaped = (error: unknown) => void escaped.push(error)

beforeAll(async () => {
  process.on('unhandledRejection', onEscaped)
  process.on('uncaughtException', onEscaped)
  world = await createWorld()
  const company = await world.company()
  const { visitor: who, connection } = await company.ticket()
  visitor = { secret: who.secret, connection: connection.token }
  token = (await company.admin()).token
  programTokens = await Promise.all(Array.from({ length: 15 }, () => company.apiToken()))
  operatorToken = (await world.operator()).token
})
afterAll(async () => {
  await world.close()
  process.off('unhandledRejection', onEscaped)
  process.off('uncaughtException', onEscaped)
})

/** Values that a caller may send in place of the expected ones. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    -1,
    0,
    1.5,
    1e308,
    -1e308,
    9_007_199_254_740_992,
    2_147_483_647,
    2_147_483_648,
    -2_147_483_649,
    9_007_199_254_740_991,
    '2147483647',
    '2147483648',
    '9223372036854775807',
    '9223372036854775808',
    '9'.repeat(400),
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    'a\u202eb',
    '1 or 1=1',
    "'; drop table users; --",
    'asaas","password',
    "%_\\'",
    '{"$ne":""}',
    '[1) OR (1=1]',
    '2026-02-30',
    '../../etc/passwd',
    '1e9',
    '0x10',
    'NaN',
    'Infinity',
    [],
    [[]],
    ['a', 'b'],
    [null],
    {},
    { $ne: '' },
    { length: 1e9 },
    { toString: 'x', valueOf: 1 },
    JSON.parse('{"__proto__":{"isSuper":true},"constructor":{"prototype":{"x":1}}}'),
    'x'.repeat(70_000),
    Array.from({ length: 2000 }, (_item, index) => index),
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.integer(),
  fc.double(),
  fc.jsonValue({ maxDepth: 4 }),
)

/** As text in an address, which cannot contain lone surrogates. */
const nastyText = nasty.map((value) =>
  (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed().slice(0, 2_000),
)

describe('every call of the contract (S42, S48)', () => {
  // Not `logout`, which would end the session that the other calls need.
  const all = calls.filter(([name]) => name !== 'logout')

  test.each(all)('%s answers any input with a status and a code', async (_name, endpoint) => {
    await fc.assert(
      fc.asyncProperty(damageOf(endpoint), async (damage) => {
        const { status, text } = await send(endpoint, damage)
        expectAnswer(status, text)
      }),
      { numRuns: 40, seed: 20_26, endOnFailure: true },
    )
    expect(escaped).toEqual([])
  })

  test('a parameter that is repeated, a list or an object is refused', async () => {
    const ids = await inject(api.pickUsers, '/users/list?companyId=1&companyId=2')
    expect(ids).toMatchObject({ status: 400 })
    for (const [, endpoint] of all)
      for (const name of Object.keys(shapeOf(endpoint.query)))
        for (const query of [
          `${name}=1&${name}=2`,
          `${name}[]=1`,
          `${name}[$ne]=`,
          `${name}=%00`,
          `${name}=%ff`,
          '__proto__=1',
        ]) {
          const { status, text } = await inject(endpoint, `${filled(endpoint)}?${query}`)
          expectAnswer(status, text)
        }
  })
})

describe('bodies (S47)', () => {
  const takesJson = calls.filter(([name, { body }]) => body && !['login'].includes(name))

  test('JSON that is too deep, cut off, polluting a prototype, or of another type is refused', async () => {
    const deep = `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`
    const bodies: [string, string, number[]][] = [
      ['application/json', deep, [400]],
      ['application/json', `${'['.repeat(1000)}${']'.repeat(1000)}`, [400]],
      ['application/json', '{"name": "abc', [400]],
      ['application/json', '"text"', [400]],
      ['application/json', '[1]', [400]],
      ['application/json', 'null', [400]],
      ['application/json', '{"__proto__": {"isSuper": true}}', [400]],
      ['application/json', '{"constructor": {"prototype": {"isSuper": true}}}', [400]],
      ['text/plain', '{"name": "abc"}', [415]],
      ['application/x-www-form-urlencoded', 'name=abc', [415]],
      ['application/xml', '<a/>', [415]],
      ['nothing', 'abc', [415]],
    ]
    for (const [name, endpoint] of takesJson)
      for (const [type, payload, statuses] of bodies) {
        const { status, text } = await inject(endpoint, filled(endpoint), { type, payload })
        const isFine = status < 300 && Object.keys(sampleOf(endpoint).body ?? {}).length === 0
        const seen = { name, type, payload: payload.slice(0, 40), status }
        expect(seen).toSatisfy(() => isFine || [...statuses, 403, 404].includes(status))
        expectAnswer(status, text)
      }
    expect(Reflect.get({}, 'isSuper')).toBeUndefined()
  })

  test('ten megabytes are refused with 413', async () => {
    const payload = JSON.stringify({ name: 'x'.repeat(10_485_760) })
    for (const [name, endpoint] of takesJson) {
      const { status } = await inject(endpoint, filled(endpoint), { type: 'application/json', payload })
      expect({ name, status }).toEqual({ name, status: 413 })
    }
  })

  test.each(['content-length: 10485760', 'transfer-encoding: chunked'])(
    'a body above the limit (%s) is read to its end, so that the client can read the refusal',
    async (length) => {
      const { hostname, port } = new URL(await world.url())
      const line = connect(Number(port), hostname)
      const piece = 'x'.repeat(2_097_152)
      const chunk = length.includes('chunked') ? `200000\r\n${piece}\r\n` : piece
      line.write(`POST /auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${length}\r\n\r\n${chunk}`)
      expect(await heard(line)).toMatch(/^HTTP\/1\.1 413 [^]*\{"error":"ERR_TEXT_TOO_LARGE"\}$/)
      line.write(`${chunk.repeat(4)}${length.includes('chunked') ? '0\r\n\r\n' : ''}`)
      line.write('GET /version HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
      expect(await heard(line)).toMatch(/^HTTP\/1\.1 200 /)
      line.destroy()
    },
  )

  test('a form that is cut off, has no boundary, or has nested or polluting names is refused', async () => {
    const whole = '--b\r\ncontent-disposition: form-data; name="body"\r\n\r\nabc\r\n--b--\r\n'
    const bodies: [string, string][] = [
      ['multipart/form-data; boundary=b', whole.slice(0, 50)],
      [
        'multipart/form-data; boundary=b',
        '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\nabc',
      ],
      ['multipart/form-data; boundary=b', ''],
      ['multipart/form-data', whole],
      ['multipart/form-data; boundary=b', whole.replace('name="body"', 'name="__proto__"')],
      ['multipart/form-data; boundary=b', whole.replace('name="body"', 'name=""')],
      ['multipart/form-data; boundary=b', whole.replace('name="body"', 'name="constructor"')],
      ['multipart/form-data; boundary=b', whole.replace('content-disposition', 'x'.repeat(100_000))],
    ]
    for (const [name, endpoint] of calls.filter(([, { form }]) => form))
      for (const [type, payload] of bodies) {
        const { status, text } = await inject(endpoint, filled(endpoint), { type, payload })
        expect({ name, status: status >= 400 && status < 500 }).toEqual({ name, status: true })
        expectAnswer(status, text)
      }
  })

  test('a form in place of JSON, and JSON in place of a form, is refused with 415', async () => {
    const form = { type: 'multipart/form-data; boundary=b', payload: '--b--\r\n' }
    for (const [name, endpoint] of takesJson.filter(([, { form: fields }]) => !fields))
      expect({ name, status: (await inject(endpoint, filled(endpoint), form)).status }).toEqual({ name, status: 415 })
    for (const [name, endpoint] of calls.filter(([, { form: fields, body }]) => fields && !body)) {
      const json = { type: 'application/json', payload: '{"files":[{"filepath":"/etc/passwd"}]}' }
      expect({ name, status: (await inject(endpoint, filled(endpoint), json)).status }).toEqual({ name, status: 415 })
    }
  })
})

describe('addresses', () => {
  test('very long, malformed and traversing paths are refused', async () => {
    const paths = [
      `/tickets/${'9'.repeat(100_000)}`,
      `/${'a/'.repeat(20_000)}`,
      `/tickets/%`,
      `/tickets/%zz`,
      `/tickets/%00`,
      `/tickets/%ff%fe`,
      `/tickets/%2e%2e%2fusers`,
      `/../../etc/passwd`,
      `/public/company1/..%2f..%2fsecret`,
      `/public/company1/%2e%2e%2fsecret`,
      `/public/company1/a%00.png?token=%00&expires=%00`,
      `/public/company1/user/a%00.png`,
      `/assets/..%2f..%2fpackage.json`,
      `/assets/%00`,
      `/public/company${'9'.repeat(50)}/a.png`,
      `/public/company-1/a.png`,
      `/chat/${'a'.repeat(5_000)}`,
      `/chat/%00`,
      `//evil.test/`,
      `/tickets?${'a=1&'.repeat(20_000)}`,
    ]
    for (const url of paths) {
      const { statusCode, body } = await world.app.http.inject({
        method: 'GET',
        url,
        headers: { authorization: `Bearer ${token}` },
      })
      expect({ url: url.slice(0, 60), status: statusCode >= 200 && statusCode < 500 }).toEqual({
        url: url.slice(0, 60),
        status: true,
      })
      expect(body).not.toContain('root:')
    }
  })

  test('bytes that are not HTTP are refused, and the server continues', async () => {
    const { hostname, port } = new URL(await world.url())
    const head = (line: string) => `${line}\r\nhost: guiche.test\r\n`
    const requests = [
      '\u0000\u0001\u0002\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      `${head('GET /version HTTP/1.1')}x: ${'a'.repeat(100_000)}\r\n\r\n`,
      `${head('POST /auth/login HTTP/1.1')}content-length: abc\r\n\r\n`,
      `${head('POST /auth/login HTTP/1.1')}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      `${head('POST /auth/login HTTP/1.1')}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n\r\n`,
      `${head('TRACE / HTTP/1.1')}\r\n`,
    ]
    for (const request of requests) {
      const answer = await new Promise<string>((resolve) => {
        let said = ''
        const socket = connect(Number(port), hostname, () => socket.end(request))
        socket.on('data', (chunk) => (said += chunk.toString()))
        socket.on('error', () => undefined)
        socket.on('close', () => resolve(said))
      })
      expect(answer).toMatch(/^(HTTP\/1\.1 4\d\d |$)/)
    }
    expect((await world.anonymous.get('/version')).status).toBe(200)
    expect(escaped).toEqual([])
  })
})

interface Damage {
  url: string
  body: unknown
}

/** A valid request with some parts replaced, removed or added. */
function damageOf(endpoint: Endpoint): fc.Arbitrary<Damage> {
  const sample = sampleOf(endpoint)
  const record = <T>(names: string[], value: fc.Arbitrary<T>) =>
    fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] })
  const params = [...endpoint.path.matchAll(/:(\w+)/g)].flatMap(([, name]) => (name ? [name] : []))
  const bodyNames = Object.keys(shapeOf(endpoint.body ?? endpoint.form))
  return fc
    .record({
      params: record(params, nastyText),
      query: record(Object.keys(shapeOf(endpoint.query)), nastyText),
      body: record([...bodyNames, 'companyId', 'id', '__proto__'], nasty),
      left: fc.subarray(Object.keys(sample.body ?? {})),
      whole: fc.option(nasty, { freq: 10 }),
    })
    .map(({ params: replaced, query, body, left, whole }) => {
      const path = endpoint.path.replace(/:(\w+)/g, (_whole, name: string) => {
        const value = replaced[name]
        return value === undefined ? placeholder(endpoint, name) : encodeURIComponent(value).slice(0, 4_000)
      })
      const kept = Object.entries(sample.body ?? {}).filter(([name]) => !left.includes(name))
      const damaged = { ...Object.fromEntries(kept), ...body }
      return { url: withQuery({ url: path, query: { ...sample.query, ...query } }), body: whole ?? damaged }
    })
}

function placeholder({ path }: Endpoint, name: string): string {
  return name === 'token' && path.startsWith('/web-chat') ? visitor.connection : '987654321'
}

const filled = (endpoint: Endpoint) =>
  endpoint.path.replace(/:(\w+)/g, (_whole, name: string) => placeholder(endpoint, name))

function send(endpoint: Endpoint, { url, body }: Damage) {
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return inject(endpoint, url)
  return inject(endpoint, url, { type: 'application/json', payload: JSON.stringify(body) ?? '' })
}

async function inject(endpoint: Endpoint, url: string, body?: { type: string; payload: string }) {
  const response = await world.app.http.inject({
    method: endpoint.method,
    url,
    headers: {
      'sec-fetch-site': 'same-origin',
      authorization: `Bearer ${bearerFor(endpoint)}`,
      ...(body && { 'content-type': body.type }),
    },
    ...(body && { payload: body.payload }),
  })
  return { status: response.statusCode, text: response.body }
}

function bearerFor({ access }: Endpoint): string {
  if (access === 'visitor') return visitor.secret
  if (access === 'program') return programTokens[(programCalls += 1) % programTokens.length] ?? ''
  return access === 'super' ? operatorToken : token
}

/** The next answer on this socket. */
const heard = (line: Socket) =>
  new Promise<string>((resolve, reject) => {
    line.once('data', (answer) => resolve(answer.toString()))
    line.once('error', reject)
    line.once('close', () => reject(new Error('the line was cut')))
  })

/** A success, or a refusal with a code; never a server error and nothing internal. */
function expectAnswer(status: number, text: string): void {
  expect(status).toSatisfy((code: number) => (code >= 200 && code < 300) || (code >= 400 && code < 500), text)
  expect(text).not.toMatch(/node_modules|at .*\.ts:\d+|syntax error|pg_|relation "/)
  const refusal: unknown = status >= 400 ? JSON.parse(text) : { error: 'none' }
  expect(refusal).toMatchObject({ error: expect.any(String) })
}
