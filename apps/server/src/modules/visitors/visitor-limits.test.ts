import { randomUUID } from 'node:crypto'
import { type ClientRequest, request } from 'node:http'
import { Readable } from 'node:stream'
import { limits } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { createLimiters } from '#platform/security/rate-limits'
import { type Company, type Visitor, type World, createWorld, eventually } from '#test/world'
import { createVisitorLimits } from './visitor-limits.ts'

let world: World
let company: Company
let token: string

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  token = (await company.webChat()).token
})
afterAll(() => world.close())

const arrive = async (remoteAddress: string) => {
  const answer = await world.app.http.inject({
    method: 'POST',
    url: `/web-chat/${token}/visitors`,
    payload: { name: 'Ana' },
    remoteAddress,
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

describe('new visitors', () => {
  test('are limited per address, and other addresses are not affected', async () => {
    for (let count = 0; count < 60; count += 1) expect((await arrive('203.0.113.7')).status).toBe(201)

    const refused = await arrive('203.0.113.7')

    expect(refused).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await arrive('203.0.113.8')).status).toBe(201)
  })

  test('are also limited on the loopback address, as behind a proxy that is not declared', async () => {
    for (let count = 0; count < 60; count += 1) expect((await arrive('127.0.0.1')).status).toBe(201)

    expect((await arrive('127.0.0.1')).status).toBe(429)
  })

  test('of one /64 network are counted together', async () => {
    for (let count = 0; count < 60; count += 1)
      expect((await arrive(`2001:db8:1:2::${count.toString(16)}`)).status).toBe(201)

    expect((await arrive('2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await arrive('2001:db8:1:3::1')).status).toBe(201)
  })

  test('who claim another address in a header are counted by their real one', async () => {
    const answer = () =>
      world.app.http.inject({
        method: 'POST',
        url: `/web-chat/${token}/visitors`,
        payload: {},
        remoteAddress: '203.0.113.7',
        headers: { 'x-forwarded-for': '198.51.100.4' },
      })

    expect((await answer()).statusCode).toBe(429)
  })
})

describe('messages', () => {
  test('are limited to sixty a minute per visitor; repeated ones are not counted', async () => {
    const [busy, calm] = [await company.visitor(token), await company.visitor(token)]
    const id = randomUUID()
    await busy.write('A primeira', { id })
    for (let count = 0; count < 20; count += 1) expect((await busy.write('A primeira', { id })).status).toBe(200)
    for (let count = 1; count < 60; count += 1) expect((await busy.write(`${count}`)).status).toBe(201)

    const refused = await busy.write('Mais uma')

    expect(refused).toMatchObject({
      status: 429,
      body: { error: 'ERR_TOO_MANY_REQUESTS' },
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    })
    expect((await calm.write('Oi')).status).toBe(201)
  })

  test('with a file are limited to thirty an hour; text is not affected', async () => {
    const visitor = await company.visitor(token)
    const upload = (who: Visitor) =>
      who.upload(`/web-chat/${token}/messages`, { id: randomUUID() }, [
        { field: 'file', name: 'nota.txt', type: 'text/plain', data: 'nota' },
      ])
    for (let count = 0; count < 30; count += 1) expect((await upload(visitor)).status).toBe(201)

    expect((await upload(visitor)).status).toBe(429)
    expect((await visitor.write('Só texto')).status).toBe(201)
  })
})

test('acks are limited to 120 a minute per visitor', async () => {
  const limits = createVisitorLimits(createLimiters(undefined), new URL('http://guiche.test'))
  for (let count = 0; count < 120; count += 1) await limits.ack('ana')

  await expect(limits.ack('ana')).rejects.toMatchObject({ status: 429 })
  await expect(limits.ack('bia')).resolves.toBeUndefined()
})

describe('forms with files', () => {
  const path = () => `/web-chat/${token}/messages`

  test('of somebody who is not a visitor are refused before their body is read', async () => {
    const { uploads } = world.app.deps
    const usual = { ...uploads }
    Object.assign(uploads, { receive: () => Promise.reject(new Error('it was taken in')) })

    const answer = await world.anonymous.upload(path(), { id: randomUUID() }, [
      { field: 'file', name: 'x.bin', type: 'application/octet-stream', data: Buffer.alloc(20_000_000, 1) },
    ])

    Object.assign(uploads, usual)
    expect(answer.status).toBe(401)
  })

  test('without a length, or with one larger than any file, are refused at once', async () => {
    const visitor = await company.visitor(token)
    const send = (headers: Record<string, string>) =>
      world.app.http.inject({
        method: 'POST',
        url: path(),
        headers: {
          authorization: `Bearer ${visitor.secret}`,
          'content-type': 'multipart/form-data; boundary=x',
          ...headers,
        },
        payload: Readable.from(['--x--']),
      })

    expect((await send({ 'transfer-encoding': 'chunked' })).statusCode).toBe(411)
    expect((await send({ 'content-length': '999999999999' })).statusCode).toBe(413)
  })

  test('of one address are limited to a gigabyte a day', async () => {
    const visitor = await company.visitor(token)
    const send = (remoteAddress: string) =>
      world.app.http.inject({
        method: 'POST',
        url: path(),
        remoteAddress,
        headers: {
          authorization: `Bearer ${visitor.secret}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': String(100 * 1_048_576),
        },
        payload: Readable.from(['--x--']),
      })

    const answers = []
    for (let count = 0; count < 11; count += 1) answers.push((await send('203.0.113.50')).statusCode)

    expect(answers.slice(0, 10)).not.toContain(429)
    expect(answers.at(-1)).toBe(429)
    expect((await send('203.0.113.51')).statusCode).not.toBe(429)
  })

  test('of one address are received four at a time, whoever sends them', async () => {
    const url = await world.url()
    const unfinished: ClientRequest[] = []
    const begin = async () => {
      const { secret } = await company.visitor(token)
      const call = request(`${url}${path()}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${secret}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': 1000,
        },
      })
      call.on('error', () => undefined)
      call.write('--x')
      unfinished.push(call)
    }
    const visitor = await company.visitor(token)
    const send = (remoteAddress: string) =>
      world.app.http.inject({
        method: 'POST',
        url: path(),
        remoteAddress,
        headers: {
          authorization: `Bearer ${visitor.secret}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': '100',
        },
        payload: 'x'.repeat(100),
      })

    // A form that is received has no parts, and is refused for that. One that comes while it is received may be refused
    // as the fifth, so forms are begun until four remain.
    await eventually(async () => {
      await begin()
      expect((await send('127.0.0.1')).statusCode).toBe(429)
    })
    expect((await send('203.0.113.60')).statusCode).toBe(400)
    for (const call of unfinished) call.destroy()
    await eventually(async () => expect((await send('127.0.0.1')).statusCode).toBe(400))
  })
})

test('visitors leave attendants half of the day’s uploads', async () => {
  const small = await world.company({ plan: { users: 2 } })
  const queue = await small.queue()
  const attendant = await small.attendant({ queues: [queue] })
  const { id, visitor, connection } = await small.ticket({ queues: [queue] })
  await attendant.put(`/tickets/${id}`, { status: 'open', userId: attendant.id })
  const file = { name: 'nota.pdf', type: 'application/pdf', data: samples.pdf }
  const receive = () =>
    visitor.upload(`/web-chat/${connection.token}/messages`, { id: randomUUID() }, [{ field: 'medias', ...file }])
  const send = () => attendant.upload(`/messages/${id}`, { body: '' }, [{ field: 'medias', ...file }])
  expect((await receive()).status).toBe(201)
  const counted = () =>
    world.sql('select bytes::int, visitor_bytes::int as theirs from company_uploads where company_id = $1', [small.id])
  const { length } = samples.pdf
  expect(await counted()).toEqual([{ bytes: length, theirs: length }])

  // The plan allows twice this, for two users.
  const half = limits.uploadsPerDay
  await world.sql('update company_uploads set bytes = $2, visitor_bytes = $2 where company_id = $1', [
    small.id,
    half - length,
  ])
  expect((await receive()).status).toBe(201)
  expect(await receive()).toMatchObject({ status: 403, body: { error: 'ERR_PLAN_LIMIT' } })
  expect((await send()).status).toBe(200)

  await world.sql('update company_uploads set day = day - 1 where company_id = $1', [small.id])
  expect((await receive()).status).toBe(201)
  expect(await counted()).toEqual([{ bytes: length, theirs: length }])
})
