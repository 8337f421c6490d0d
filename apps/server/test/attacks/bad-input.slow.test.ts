import {
  type Endpoint,
  apiTokenCalls,
  campaignCalls,
  campaignPreviewCalls,
  campaignReportCalls,
  campaignSettingCalls,
  contactListCalls,
  contactListImportCalls,
  contactListItemCalls,
  messagesApiCalls,
  optOutCalls,
} from '@guiche/contract'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storable } from '../../src/platform/http/input.ts'
import { eventually } from '#test/world'
import { calls, nobody, sampleOf } from './contract-input.ts'
import { type Ids, everythingIn, idFor } from './everything.ts'
import { type Field, placesOf, textsOf } from './fields-of.ts'
import { type Seen, type WatchedWorld, createWatchedWorld, wrongIn, wrongInRefusal } from './watched-world.ts'
import { wrongValues } from './wrong-values.ts'

let watched: WatchedWorld
let ids: Ids
let bearers: { admin: string; operator: string; visitor: string; programs: string[] }
let chat: string

beforeAll(async () => {
  watched = await createWatchedWorld()
  const company = await watched.world.company({ plan: { queues: 10_000, users: 10_000, connections: 10_000 } })
  ids = await everythingIn(company, 'entrada')
  const { visitor, connection } = await company.ticket()
  chat = connection.token
  bearers = {
    admin: (await company.admin()).token,
    operator: (await watched.world.operator()).token,
    visitor: visitor.secret,
    programs: await Promise.all(Array.from({ length: 30 }, () => company.apiToken())),
  }
  await watched.world.app.deps.publisher.idle()
  await watched.writtenTables()
})
afterAll(() => watched.world.close())

test('written rows and failures are noticed', async () => {
  const { world, writtenTables, complaints } = watched
  const tags = calls.find(([name]) => name === 'createTag')
  if (!tags) throw new Error('the contract has no tags')
  const tag = { url: tags[1].path, payload: JSON.stringify({ name: 'Vista' }) }
  expect((await send(tags[1], tag)).status).toBe(200)
  expect(await writtenTables()).toContain('tags')
  // Browsers are told of the tag, which must not fail at the missing table.
  await world.app.deps.publisher.idle()
  expect(complaints()).toEqual([])

  await world.sql('alter table tags rename to tags_away')
  expect((await send(tags[1], tag)).status).toBe(500)
  await world.sql('alter table tags_away rename to tags')
  expect(complaints().join('')).toContain('http.internal-error')
})

/** It would end the session that the other calls need. */
const swept = calls.filter(([name]) => name !== 'logout')
const withFields = swept.filter(([, endpoint]) => placesOf(endpoint).length > 0)
const withBody = swept.filter(([, { body }]) => body)

/** Every field of a call with every wrong value. An empty parameter of a path would make it another path. */
const requestsTo = (endpoint: Endpoint) =>
  placesOf(endpoint).flatMap((field) =>
    Object.entries(wrongValues)
      .filter(([, value]) => field.part !== 'params' || value !== '')
      .map(([what, value]) => ({ what, field, ...requestWith(endpoint, field, value) })),
  )

describe('a field with a value of a wrong kind (S42, S47, S48)', () => {
  test.each(withFields)('%s', async (_name, endpoint) => {
    for (const { what, field, ...request } of requestsTo(endpoint).filter(({ isTaken }) => !isTaken)) {
      const seen = { part: field.part, field: field.name, what, ...(await send(endpoint, request)) }
      expect({ ...seen, wrong: await wrongInRefusal(watched, seen, [400, 404]) }).toMatchObject({ wrong: [] })
    }
  })
})

describe('a missing field', () => {
  test.each(withBody)('%s', async (_name, endpoint) => {
    const { body = {} } = sampleOf(endpoint)
    for (const name of Object.keys(body)) {
      const { [name]: _left, ...rest } = body
      const seen = {
        missing: name,
        ...(await send(endpoint, { url: realUrl(endpoint), payload: JSON.stringify(rest) })),
      }
      expect({ ...seen, wrong: await wrongInRefusal(watched, seen, [400, 404]) }).toMatchObject({ wrong: [] })
    }
  })
})

describe('a missing body, or one of a wrong type', () => {
  const broken = [
    '{',
    '{"a":1,}',
    "{'a': 1}",
    '{"a":1}{"a":2}',
    '\u0000',
    'NaN',
    '\ufeff[',
    '"text',
    '[[[',
    'true',
    '5',
  ]
  const types: [type: string, statuses: number[]][] = [
    ['text/plain', [415]],
    ['text/html; charset=utf-8', [415]],
    ['application/xml', [415]],
    ['application/x-www-form-urlencoded', [415]],
    ['application/octet-stream', [415]],
    ['multipart/form-data', [400, 415]],
    ['multipart/mixed; boundary=b', [400, 415]],
    ['application/jsonp', [415]],
    [';;;', [415]],
    ['\u00ff', [415]],
  ]

  test.each(withBody)('%s', async (_name, endpoint) => {
    const url = realUrl(endpoint)
    for (const payload of broken) {
      const seen = { payload, ...(await send(endpoint, { url, payload })) }
      expect({ ...seen, wrong: await wrongInRefusal(watched, seen, [400]) }).toMatchObject({ wrong: [] })
    }
    const payload = JSON.stringify(sampleOf(endpoint).body)
    for (const [type, statuses] of types) {
      const seen = { type, ...(await send(endpoint, { url, payload, headers: { 'content-type': type } })) }
      expect({ ...seen, wrong: await wrongInRefusal(watched, seen, statuses) }).toMatchObject({ wrong: [] })
    }
  })
})

describe('a text of megabytes that somebody pastes', () => {
  const reach = {
    ...campaignCalls,
    ...campaignPreviewCalls,
    ...campaignReportCalls,
    ...campaignSettingCalls,
    ...contactListCalls,
    ...contactListImportCalls,
    ...contactListItemCalls,
    ...messagesApiCalls,
    ...apiTokenCalls,
    ...optOutCalls,
  }
  const pasted = (endpoint: Endpoint) => textsOf(endpoint).filter(({ part }) => part === 'body' || part === 'form')
  const withTexts = swept.filter(([name, endpoint]) => name in reach && pasted(endpoint).length > 0)

  test.each(withTexts)('%s', async (_name, endpoint) => {
    for (const field of pasted(endpoint)) {
      // The whole call is too large, or only the text.
      for (const [letters, status, error] of [
        [10_485_760, 413, 'ERR_TEXT_TOO_LARGE'],
        [900_000, 400, 'ERR_VALIDATION'],
      ] as const) {
        const request = requestWith(endpoint, field, 'Bom dia! '.repeat(letters / 9))
        const seen = { field: field.name, letters, ...(await send(endpoint, request)) }
        expect({ ...seen, wrong: await wrongInRefusal(watched, seen, [status]) }).toMatchObject({ wrong: [] })
        expect(JSON.parse(seen.text)).toMatchObject({ error })
      }
    }
  })
})

test('a client that disconnects in the middle of a body changes nothing and causes no error', async () => {
  const { hostname, port } = new URL(await watched.world.url())
  const { server } = watched.world.app.http
  const open = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
  const closed = withBody.map(async ([, endpoint]) => {
    const line = connect(Number(port), hostname).resume()
    // A client that is refused before the end of its body is disconnected.
    line.on('error', () => undefined)
    const head = [
      `${endpoint.method} ${realUrl(endpoint)} HTTP/1.1`,
      'host: guiche.test',
      'sec-fetch-site: same-origin',
      `authorization: Bearer ${bearerOf(endpoint)}`,
      'content-type: application/json',
      'content-length: 500',
    ]
    line.end(`${head.join('\r\n')}\r\n\r\n{"body": "Bom`)
    await new Promise((resolve) => line.once('close', resolve))
  })
  await Promise.all(closed)
  await eventually(async () => expect(await open()).toBe(0))

  expect(await watched.writtenTables()).toEqual([])
  expect(watched.complaints()).toEqual([])
})

// The calls below may change something.

describe('a field with an odd but valid value', () => {
  test.each(withFields)('%s', async (_name, endpoint) => {
    for (const { what, field, ...request } of requestsTo(endpoint).filter(({ isTaken }) => isTaken)) {
      const seen = { part: field.part, field: field.name, what, ...(await send(endpoint, request)) }
      expect({ ...seen, wrong: wrongIn(watched, seen) }).toMatchObject({ wrong: [] })
    }
  })
})

describe('an unknown field', () => {
  const unknown = {
    isSuper: true,
    companyId: 1,
    company_id: 1,
    constructor: { isSuper: true },
    ['i'.repeat(5000)]: 'i',
    ...Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, index])),
  }

  test.each(withBody)('%s', async (name, endpoint) => {
    const payload = JSON.stringify({ ...sampleOf(endpoint).body, ...unknown })
    const seen = { name, ...(await send(endpoint, { url: emptyUrl(endpoint), payload })) }
    expect({ ...seen, wrong: wrongIn(watched, seen) }).toMatchObject({ wrong: [] })
  })
})

describe('headers and cookies that no client should send', () => {
  const long = 'x'.repeat(5000)
  const headers: Record<string, string>[] = [
    ...[
      'Bearer',
      'Bearer ',
      'Bearer a.b.c',
      `Bearer ${long}`,
      'Basic YTpi',
      'Bearer eyJhbGciOiJub25lIn0.e30.',
      long,
    ].map((authorization) => ({ authorization })),
    ...[
      'jrt=%',
      'jrt=%00',
      `jrt=${long}`,
      'jrt=a; jrt=b',
      'jrt="',
      ';;;=',
      '__proto__=1; constructor=2',
      '\u00ff=\u00ff',
    ].map((cookie) => ({ cookie })),
    ...['', 'not-a-uuid', long, '00000000-0000-4000-8000-00000000000g'].map((key) => ({ 'idempotency-key': key })),
    ...[long, '*;q=9', ',,,', '\u00ff'].map((value) => ({ 'accept-language': value, accept: value })),
    ...['null', 'http://', long, 'javascript:1'].map((origin) => ({ origin, referer: origin })),
    ...['bytes=9-1', 'bytes=-', `bytes=${'0-1,'.repeat(1000)}`].map((range) => ({ range, 'if-range': range })),
    ...['a, b, c', '::::', long].map((value) => ({
      'x-forwarded-for': value,
      'x-forwarded-host': value,
      forwarded: value,
    })),
    { 'content-encoding': 'gzip', 'transfer-encoding': 'identity', te: 'trailers' },
    { 'if-none-match': long, 'if-modified-since': 'yesterday', 'sec-fetch-mode': 'navigate' },
  ]

  test.each(swept)('%s', async (_name, endpoint) => {
    const { body } = sampleOf(endpoint)
    const payload = body && endpoint.method !== 'GET' && endpoint.method !== 'DELETE' ? JSON.stringify(body) : undefined
    for (const given of headers) {
      const request = { url: emptyUrl(endpoint), headers: given, ...(payload && { payload }) }
      const seen = { given, ...(await send(endpoint, request)) }
      expect({ ...seen, wrong: wrongIn(watched, seen) }).toMatchObject({ wrong: [] })
    }
  })
})

interface Request {
  url: string
  payload?: string | Buffer
  headers?: Record<string, string>
}

/**
 * A call that is valid except for this value. Values that the contract accepts are sent with ids that do not exist.
 */
function requestWith(endpoint: Endpoint, field: Field, value: unknown): Request & { isTaken: boolean } {
  const sample = sampleOf(endpoint)
  const held = field.holding(value)
  const isText = field.part !== 'body'
  const sent = isText ? asText(held) : held
  const whole = { ...(field.part === 'query' ? sample.query : sample.body), [field.name]: sent }
  // The server gathers a field of a form that may be repeated in a list.
  const isRepeated = field.part === 'form' && (endpoint.repeatedFields?.includes(field.name) ?? false)
  const isTaken = takes(
    endpoint,
    field.part,
    field.part === 'params'
      ? { ...paramsOf(endpoint), [field.name]: sent }
      : { ...whole, ...(isRepeated && { [field.name]: [sent] }) },
  )
  const path = isTaken ? emptyUrl(endpoint) : realUrl(endpoint)
  const url = field.part === 'params' ? realUrl(endpoint, { [field.name]: String(sent) }) : path
  if (field.part === 'query')
    return {
      isTaken,
      url: `${path}?${new URLSearchParams(Object.entries(whole).map(([name, text]): [string, string] => [name, asText(text)])).toString()}`,
    }
  if (field.part === 'form') return { isTaken, url: path, ...form(whole) }
  if (endpoint.form && !endpoint.body) return { isTaken, url, ...form({}) }
  const isEmpty = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  return {
    isTaken,
    url,
    ...(!isEmpty && { payload: JSON.stringify(field.part === 'body' ? whole : (sample.body ?? {})) }),
  }
}

/** Whether the contract accepts the value, as the server checks it; nothing accepts values that are too deep. */
function takes(endpoint: Endpoint, part: Field['part'], value: unknown): boolean {
  try {
    return endpoint[part]?.safeParse(storable(value)).success ?? false
  } catch {
    return false
  }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()

function form(fields: Record<string, unknown>): Pick<Request, 'payload' | 'headers'> {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${asText(value)}\r\n`,
  )
  return {
    payload: Buffer.from(`${parts.join('')}--b--\r\n`),
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  }
}

const paramNames = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => (name ? [name] : []))
const paramsOf = (endpoint: Endpoint) =>
  Object.fromEntries(paramNames(endpoint).map((name) => [name, String(realParam(endpoint, name))]))

const realParam = (endpoint: Endpoint, name: string) =>
  name === 'token' && endpoint.path.startsWith('/web-chat') ? chat : (idFor(ids, name, endpoint) ?? nobody)

/** Ids that exist. */
const realUrl = (endpoint: Endpoint, instead: Record<string, string> = {}) =>
  endpoint.path.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(String(instead[name] ?? realParam(endpoint, name))),
  )

const emptyUrl = (endpoint: Endpoint) =>
  endpoint.path.startsWith('/web-chat') ? realUrl(endpoint) : sampleOf(endpoint).url

let callers = 0
async function send(endpoint: Endpoint, { url, payload, headers = {} }: Request): Promise<Seen> {
  callers += 1
  const response = await watched.world.app.http.inject({
    method: endpoint.method,
    url,
    // Each call comes from another address, because limits are tested elsewhere.
    remoteAddress: `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`,
    headers: {
      'sec-fetch-site': 'same-origin',
      authorization: `Bearer ${bearerOf(endpoint)}`,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  })
  return { status: response.statusCode, text: response.body }
}

function bearerOf({ access }: Endpoint): string {
  if (access === 'visitor') return bearers.visitor
  // Calls of one token are limited, so each call has the next one.
  if (access === 'program') return bearers.programs[callers % bearers.programs.length] ?? ''
  return access === 'super' ? bearers.operator : bearers.admin
}
