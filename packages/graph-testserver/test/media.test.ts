import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { errorOf, testWorld } from './world.ts'

const world = testWorld()
const to = '5511987654321'

const formWith = (bytes: Buffer, type: string, name = 'file.bin') => {
  const form = new FormData()
  form.set('messaging_product', 'whatsapp')
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), name)
  form.set('type', type)
  return form
}

const upload = (bytes: Buffer, type: string, name?: string) =>
  world.call('POST', `/${world.shop.number.id}/media`, { form: formWith(bytes, type, name) })

const uploaded = async (bytes: Buffer, type: string, name?: string) =>
  String((await upload(bytes, type, name)).body['id'])

const opus = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from('OpusHead')])

/** Ana, who has just written. */
async function ana() {
  const person = world.server.person(to, 'Ana')
  await person.chat(world.shop.number).text('Oi')
  world.receiver.take()
  return person
}

const fetchFile = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers: { authorization: `Bearer ${world.shop.token}`, 'user-agent': 'guiche/1.0', ...headers } })

describe('a file', () => {
  test('is uploaded, shown, fetched and deleted as it is documented', async () => {
    const bytes = Buffer.from('a picture')
    const { status, body: made } = await upload(bytes, 'image/jpeg')
    expect([status, made]).toEqual([200, { id: expect.stringMatching(/^\d+$/) }])
    const { body } = await world.call('GET', `/${String(made['id'])}?phone_number_id=${world.shop.number.id}`)
    expect(body).toEqual({
      messaging_product: 'whatsapp',
      url: expect.stringContaining(world.server.url),
      mime_type: 'image/jpeg',
      sha256: createHash('sha256').update(bytes).digest('hex'),
      file_size: '9',
      id: made['id'],
    })
    const file = await fetchFile(String(body['url']))
    expect([file.headers.get('content-type'), await file.text()]).toEqual(['image/jpeg', 'a picture'])
    expect((await world.call('DELETE', `/${String(made['id'])}`)).body).toEqual({ success: true })
    expect((await fetchFile(String(body['url']))).status).toBe(404)
  })

  test('has an address that ends after five minutes, and itself ends after thirty days', async () => {
    const id = await uploaded(Buffer.from('x'), 'image/png')
    const url = async () => String((await world.call('GET', `/${id}`)).body['url'])
    const first = await url()
    await world.server.clock.turn({ minutes: 5 })
    expect((await fetchFile(first)).status).toBe(404)
    expect((await fetchFile(await url())).status).toBe(200)
    await world.server.clock.turn({ days: 30 })
    expect((await world.call('GET', `/${id}`)).status).toBe(400)
  })

  test('that came in ends after a week, and wants the digest that was told', async () => {
    const person = await ana()
    world.server.settings.tellsMediaUrls = true
    await person.chat(world.shop.number).image(Buffer.from('hello'))
    const [change] = world.changes()
    const { image } = JSON.parse(JSON.stringify(change?.value['messages']))[0]
    const bytes = Buffer.from(await (await fetchFile(image.url)).arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('base64')).toBe(image.sha256)
    await world.server.clock.turn({ days: 7 })
    expect((await world.call('GET', `/${image.id}`)).status).toBe(400)
  })

  test('is not given without the token, to another business, or to a program without a name', async () => {
    const id = await uploaded(Buffer.from('x'), 'image/png')
    const url = String((await world.call('GET', `/${id}`)).body['url'])
    expect((await fetch(url, { headers: { 'user-agent': 'guiche/1.0' } })).status).toBe(401)
    const stranger = world.server.business('Other').token(world.shop.app)
    expect((await fetchFile(url, { authorization: `Bearer ${stranger}` })).status).toBe(404)
    const page = await fetchFile(url, { 'user-agent': 'node' })
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset="utf-8"'])
    expect((await world.call('GET', `/${id}`, { token: stranger })).status).toBe(400)
  })

  test.each([
    ['audio/webm', 10, 100],
    ['video/webm', 10, 100],
    ['image/gif', 10, 100],
    ['image/png', 5 * 1024 * 1024 + 1, 131053],
    ['audio/mpeg', 16 * 1024 * 1024 + 1, 131053],
    ['image/webp', 500 * 1024 + 1, 131053],
  ])('of the type %s with %i bytes is refused', async (type, size, code) => {
    const answer = await upload(Buffer.alloc(size), type)
    expect(answer.status).toBe(400)
    expect(errorOf(answer)).toMatchObject({ code })
  })

  test('needs the product and the file', async () => {
    const form = new FormData()
    form.set('messaging_product', 'whatsapp')
    expect(errorOf(await world.call('POST', `/${world.shop.number.id}/media`, { form }))).toMatchObject({ code: 100 })
  })
})

describe('a message with a file', () => {
  test.each([
    ['image', 'image/jpeg', Buffer.from('x'), { caption: 'foto' }],
    ['video', 'video/mp4', Buffer.from('x'), { caption: 'filme' }],
    ['document', 'application/pdf', Buffer.from('x'), { filename: 'nota.pdf' }],
    ['audio', 'audio/ogg; codecs=opus', opus, { voice: true }],
    ['sticker', 'image/webp', Buffer.from('x'), {}],
  ])('arrives as %s', async (type, mimeType, bytes, others) => {
    const person = await ana()
    const id = await uploaded(bytes, mimeType, 'a.bin')
    expect((await world.send({ to, type, [type]: { id, ...others } })).status).toBe(200)
    expect(person.inbox.last).toMatchObject({ type, file: { bytes, mimeType } })
  })

  test.each([
    ['audio', 'audio/mpeg', Buffer.from('x'), { voice: true }],
    ['audio', 'audio/ogg', Buffer.from('OggS with Vorbis'), {}],
    ['image', 'application/pdf', Buffer.from('x'), {}],
  ])('as %s of the type %s fails later', async (type, mimeType, bytes, others) => {
    await ana()
    const id = await uploaded(bytes, mimeType)
    expect((await world.send({ to, type, [type]: { id, ...others } })).status).toBe(200)
    expect(world.statuses()).toMatchObject([{ status: 'failed', errors: [{ code: 131053 }] }])
  })

  test('is fetched from a link', async () => {
    const person = await ana()
    const site = createServer((request, response) => {
      const isThere = request.url === '/a.jpg'
      response.writeHead(isThere ? 200 : 404, { 'content-type': 'image/jpeg' }).end('from a link')
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const address = site.address()
    const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    try {
      await world.send({ to, type: 'image', image: { link: `${base}/a.jpg` } })
      expect(person.inbox.last.file?.bytes.toString()).toBe('from a link')
      world.receiver.take()
      await world.send({ to, type: 'image', image: { link: `${base}/b.jpg` } })
      expect(world.statuses()).toMatchObject([{ status: 'failed', errors: [{ code: 131053 }] }])
    } finally {
      site.close()
      site.closeAllConnections()
    }
  })
})

describe('an upload in parts', () => {
  const begin = (params: string) => world.call('POST', `/${world.shop.app.id}/uploads?${params}`)
  const proceed = (id: string, offset: number, raw: Buffer) =>
    world.call('POST', `/${id}`, {
      raw,
      headers: { authorization: `OAuth ${world.shop.token}`, file_offset: String(offset) },
    })

  test('goes on where it broke off, and ends with a handle', async () => {
    const { body } = await begin('file_name=a.png&file_length=6&file_type=image/png')
    const id = String(body['id'])
    expect(id).toMatch(/^upload:/)
    await proceed(id, 0, Buffer.from('abcd'))
    expect((await proceed(id, 0, Buffer.from('abcd'))).status).toBe(400)
    expect((await world.call('GET', `/${id}`)).body).toMatchObject({ file_offset: 4 })
    expect((await proceed(id, 4, Buffer.from('ef'))).body).toEqual({ h: expect.stringMatching(/^4::/) })
  })

  test('refuses other types, and more than was said', async () => {
    expect((await begin('file_length=6&file_type=image/webp')).status).toBe(400)
    const { body } = await begin('file_length=2&file_type=video/mp4')
    expect((await proceed(String(body['id']), 0, Buffer.from('abc'))).status).toBe(400)
  })
})
