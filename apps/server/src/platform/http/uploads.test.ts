import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '#test/world'
import { createDiskRoom } from '../files/disk-room.ts'
import { handleErrors } from './errors.ts'
import { createUploads } from './uploads.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'guiche-uploads-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sender = { companyId: 1, kind: 'user', id: 1 } as const

async function receiver(options?: { reserve: number }) {
  const app = Fastify()
  handleErrors(app)
  await app.register(multipart)
  const uploads = createUploads(folder, createDiskRoom([folder], options))
  app.post('/', async (request) => {
    const { fields, files, close } = await uploads.receive(request, sender)
    await close()
    return { fields, names: files.map(({ name }) => name), bytes: files.map(({ bytes }) => bytes) }
  })
  return (payload: Buffer | string, contentType = 'multipart/form-data; boundary=b') =>
    app.inject({ method: 'POST', url: '/', headers: { 'content-type': contentType }, payload })
}

const file = (content: string, name = 'nota.txt') =>
  `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\n${content}\r\n`
const field = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

const jsonField = (value: string) =>
  `--b\r\ncontent-disposition: form-data; name="body"\r\ncontent-type: application/json\r\n\r\n${value}\r\n`

describe('a form with files', () => {
  test('is received whole: fields before or after the files, names unchanged', async () => {
    const send = await receiver()

    const answer = await send(`${field('body', 'Olá')}${file('conteúdo', 'férias.txt')}${field('id', '7')}--b--\r\n`)

    expect(answer.json()).toEqual({ fields: { body: 'Olá', id: '7' }, names: ['férias.txt'], bytes: [9] })
  })

  test.each([
    ['that breaks off', `${field('body', 'x')}${file('half a file').slice(0, -4)}`],
    ['without an end', file('content')],
    ['that is not a form', 'hello'],
    ['with a field without a name', `${field('', 'x')}--b--\r\n`],
    ['with a field named __proto__', `${field('__proto__', 'x')}--b--\r\n`],
    ['with a field named constructor', `${field('constructor', 'x')}--b--\r\n`],
    ['with a field of JSON', `${jsonField('{"toString":1}')}--b--\r\n`],
    ['with a field of deep JSON', `${jsonField('['.repeat(100_000) + ']'.repeat(100_000))}--b--\r\n`],
  ])('%s is refused and leaves no file behind', async (_what, payload) => {
    const send = await receiver()

    const answer = await send(payload)

    expect({ status: answer.statusCode, body: answer.json() }).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test('with too many fields or files is refused', async () => {
    const send = await receiver()

    const fields = await send(`${Array.from({ length: 201 }, (_, index) => field(`f${index}`, 'x')).join('')}--b--\r\n`)
    const files = await send(`${Array.from({ length: 31 }, (_, index) => file('x', `${index}.txt`)).join('')}--b--\r\n`)

    expect([fields.statusCode, files.statusCode]).toEqual([413, 413])
    expect(readdirSync(folder)).toEqual([])
  })

  test('is refused before the disk is full, so that text and the database keep their space', async () => {
    const send = await receiver({ reserve: Infinity })

    const answer = await send(`${file('content')}--b--\r\n`)

    expect({ status: answer.statusCode, body: answer.json() }).toMatchObject({
      status: 507,
      body: { error: 'ERR_BUSY' },
    })
  })
})

describe('an unfinished form', () => {
  const disk = 40_000_000
  const reserve = 10_000_000
  const closes: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closes.splice(0)) await close()
  })

  /** A server with a simulated disk: what lies in the folder is subtracted from its size. */
  async function server() {
    const own = mkdtempSync(join(folder, 'disk-'))
    const written = () => readdirSync(own).reduce((sum, name) => sum + statSync(join(own, name)).size, 0)
    const uploads = createUploads(own, createDiskRoom([own], { reserve, free: async () => disk - written() }))
    const app = Fastify()
    handleErrors(app)
    await app.register(multipart)
    const gone: string[] = []
    const handled: string[] = []
    let handling = Promise.resolve()
    /** Forms are not handled to their end until the returned function is called. */
    const hold = () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      handling = promise
      return resolve
    }
    app.post<{ Querystring: { by?: string; waits?: string } }>('/', async (request) => {
      if (request.query.waits) {
        await new Promise((resolve) => request.raw.once('close', resolve))
        gone.push(request.query.waits)
      }
      const by = request.query.by ?? '1'
      const { files, close } = await uploads.receive(request, { companyId: 1, kind: 'user', id: by })
      handled.push(by)
      await handling
      await close()
      return { bytes: files.map(({ bytes }) => bytes) }
    })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    closes.push(async () => {
      app.server.closeAllConnections()
      await app.close()
    })
    return { url, written, gone, handled, hold }
  }

  const start = `--b\r\ncontent-disposition: form-data; name="file"; filename="x.bin"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const end = '\r\n--b--\r\n'

  /** A form that is sent piece by piece. */
  function form(
    url: string,
    { length, by = '1', opening = start }: { length: number | undefined; by?: string; opening?: string },
  ) {
    const call = request(`${url}/?by=${by}`, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=b',
        ...(length !== undefined && { 'content-length': length + start.length + end.length }),
      },
    })
    call.on('error', () => undefined)
    const status = new Promise<number | undefined>((resolve) => {
      call.on('response', (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      call.on('close', () => resolve(undefined))
    })
    call.write(opening)
    return { status, write: (bytes: number) => call.write(Buffer.alloc(bytes)), end: () => call.end(end), call }
  }

  test('whose sender disconnects before it is read does not count any more', async () => {
    const { url, gone } = await server()
    for (const nth of ['1', '2', '3', '4']) {
      const call = request(`${url}/?waits=${nth}`, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 1_000 },
      })
      call.on('error', () => undefined)
      call.write(start, () => call.destroy())
    }
    await eventually(() => expect(gone).toHaveLength(4))

    const { status, write, end: finish } = form(url, { length: 1_000 })
    write(1_000)
    finish()
    expect(await status).toBe(200)
  })

  test('reserves its announced length, however little has arrived', async () => {
    const { url, written } = await server()
    const stalled = form(url, { length: 25_000_000 })
    stalled.write(1_000_000)
    await eventually(() => expect(written()).toBeGreaterThan(900_000))

    expect(await form(url, { length: 6_000_000 }).status).toBe(507)
    const small = form(url, { length: 4_000_000 })
    small.write(4_000_000)
    small.end()
    expect(await small.status).toBe(200)

    stalled.call.destroy()
    await eventually(() => expect(written()).toBe(0))
    const large = form(url, { length: 25_000_000 })
    large.write(25_000_000)
    large.end()
    expect(await large.status).toBe(200)
  })

  test('without a length is stopped when only the reserved disk space is left', async () => {
    const { url, written } = await server()
    const endless = form(url, { length: undefined })
    let most = 0
    const watching = setInterval(() => (most = Math.max(most, written())), 1)
    for (let count = 0; count < 60; count += 1) endless.write(1_000_000)

    expect(await endless.status).toBe(507)
    clearInterval(watching)
    expect(most).toBeLessThanOrEqual(disk - reserve)
    await eventually(() => expect(written()).toBe(0))
  })

  test('is refused when its fields together are larger than a megabyte, before they fill the memory', async () => {
    const { url } = await server()
    const endless = form(url, { length: 20_000_000, opening: '' })
    for (let count = 0; count < 30; count += 1) endless.call.write(field(`field${count}`, 'x'.repeat(100_000)))

    expect(await endless.status).toBe(413)
  })

  test('counts until it has been handled', async () => {
    const { url, handled, hold } = await server()
    const release = hold()
    const whole = () => {
      const { status, write, end: finish } = form(url, { length: 1_000 })
      write(1_000)
      finish()
      return status
    }
    const statuses = Array.from({ length: 4 }, whole)
    await eventually(() => expect(handled).toHaveLength(4))

    expect(await whole()).toBe(429)
    release()
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200])
    expect(await whole()).toBe(200)
  })

  test('counts for the limits of its sender (4) and of its company (20)', async () => {
    const { url } = await server()
    const forms = Array.from({ length: 4 }, () => form(url, { length: 1_000 }))
    await eventually(async () => expect(await form(url, { length: 1_000 }).status).toBe(429))
    const others = Array.from({ length: 16 }, (_, index) =>
      form(url, { length: 1_000, by: `${2 + Math.floor(index / 4)}` }),
    )
    await eventually(async () => expect(await form(url, { length: 1_000, by: '9' }).status).toBe(429))

    for (const { write, end: finish } of [...forms, ...others]) {
      write(1_000)
      finish()
    }
    expect(new Set(await Promise.all([...forms, ...others].map(({ status }) => status)))).toEqual(new Set([200]))
    const after = form(url, { length: 1_000 })
    after.write(1_000)
    after.end()
    expect(await after.status).toBe(200)
  })
})
