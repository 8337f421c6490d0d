import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { metadataOf, samples } from '#test/files'
import { type Answer, type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let attendant: Person
let ticketId: number
let queue: { id: number }

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  queue = await company.queue()
  attendant = await company.attendant({ queues: [queue] })
  ticketId = (await company.ticket({ queues: [queue] })).id
  await attendant.put(`/tickets/${ticketId}`, { status: 'open', userId: attendant.id })
})
afterAll(() => world.close())

/** Sends a file into the conversation and returns the message as the attendant sees it. */
async function sent(name: string, data: Buffer | string, type = 'application/octet-stream') {
  const answer = await attendant.upload(`/messages/${ticketId}`, { body: '', fromMe: 'true' }, [
    { field: 'medias', name, type, data },
  ])
  expect(answer.status).toBe(200)
  return answer.body
}

const pathOf = (address: string) => address.replace('http://guiche.test', '')
const unsigned = (address: string) => pathOf(address).split('?')[0] ?? ''

async function bytesOf(path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const answer = await world.app.http.inject({ method, url: path, headers })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

describe('a signed link', () => {
  test('shows a picture to everybody who has it, also on pages of other sites', async () => {
    const picture = await samples.jpeg()
    const { mediaUrl, mediaType, mediaWidth, mediaHeight } = await sent('férias (2026).jpg', picture)

    const answer = await bytesOf(pathOf(mediaUrl))

    expect({ mediaType, mediaWidth, mediaHeight }).toEqual({ mediaType: 'image', mediaWidth: 12, mediaHeight: 8 })
    expect(answer.status).toBe(200)
    expect(answer.bytes.equals(picture)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(picture.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'content-disposition': `inline; filename="ferias (2026).jpg"; filename*=UTF-8''f%C3%A9rias%20%282026%29.jpg`,
    })
    expect(answer.headers['cache-control']).toContain('private')
  })

  test.each([
    ['HTML', 'pagina.html', '<!doctype html><script>alert(document.domain)</script>'],
    ['SVG', 'desenho.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['HTML named like a picture', 'foto.jpg', '<html><body onload=alert(1)>'],
  ])('sends %s as a download that no browser runs', async (_kind, name, data) => {
    const { mediaUrl, mediaType } = await sent(name, data, 'text/html')

    const answer = await bytesOf(pathOf(mediaUrl))

    expect(mediaType).toBe('application')
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    })
    expect(answer.headers['content-disposition']).toMatch(/^attachment;/)
  })

  test('sends a document as a download under its name', async () => {
    const { mediaUrl } = await sent('nota.pdf', samples.pdf)

    const answer = await bytesOf(pathOf(mediaUrl))

    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="nota.pdf"; filename*=UTF-8''nota.pdf`,
    })
  })

  test('answers range requests of players', async () => {
    const { mediaUrl } = await sent('video.mp4', samples.mp4)
    const path = pathOf(mediaUrl)

    const part = await bytesOf(path, { range: 'bytes=4-7' })
    const rest = await bytesOf(path, { range: `bytes=${samples.mp4.length - 3}-` })
    const beyond = await bytesOf(path, { range: `bytes=${samples.mp4.length}-` })
    const head = await bytesOf(path, {}, 'HEAD')
    const changed = await bytesOf(path, { range: 'bytes=4-7', 'if-range': '"another"' })

    expect(part).toMatchObject({
      status: 206,
      headers: { 'content-range': `bytes 4-7/${samples.mp4.length}`, 'content-length': '4' },
    })
    expect(part.bytes.toString()).toBe('ftyp')
    expect(rest).toMatchObject({ status: 206, headers: { 'content-length': '3' } })
    expect(beyond).toMatchObject({ status: 416, headers: { 'content-range': `bytes */${samples.mp4.length}` } })
    expect(head).toMatchObject({
      status: 200,
      headers: { 'content-length': String(samples.mp4.length), 'accept-ranges': 'bytes' },
    })
    expect(head.bytes.length).toBe(0)
    expect(changed.status).toBe(200)
  })

  test('is answered with 304 if the browser has the file already', async () => {
    const { mediaUrl } = await sent('nota.pdf', samples.pdf)
    const first = await bytesOf(pathOf(mediaUrl))

    const again = await bytesOf(pathOf(mediaUrl), { 'if-none-match': String(first.headers['etag']) })

    expect(again).toMatchObject({ status: 304, headers: { etag: first.headers['etag'] } })
    expect(again.bytes.length).toBe(0)
  })

  test('that was changed in any way is answered with 404', async () => {
    const one = await sent('um.pdf', samples.pdf)
    const other = await sent('dois.pdf', samples.pdf)
    const path = pathOf(one.mediaUrl)
    const missing = await bytesOf(
      `/public/company${company.id}/${'0'.repeat(40)}.pdf?expires=9999999999&signature=AAAA`,
    )
    expect(missing.status).toBe(404)

    const attempts = [
      path.replace(/signature=./, (start) => (start.endsWith('A') ? 'signature=B' : 'signature=A')),
      path.replace(/expires=\d+/, 'expires=9999999999'),
      path.replace(`company${company.id}/`, `company${company.id + 1}/`),
      `${unsigned(other.mediaUrl)}?${path.split('?')[1]}`,
      `${path}&download=1`,
      path.replace('/public/company', '/public/user/company'),
      path.replace(`company${company.id}/`, `company${company.id}/user/`),
      `/public/company${company.id}/..%2f..%2f..%2fetc%2fpasswd?${path.split('?')[1]}`,
      `/public/company${company.id}/%2e%2e%5csecret?${path.split('?')[1]}`,
      `/public/company${company.id}/`,
      `/public/company0x1/x`,
    ]
    for (const attempt of attempts) {
      const answer = await bytesOf(attempt)
      expect({ attempt, status: answer.status, body: answer.bytes.toString() }).toEqual({
        attempt,
        status: 404,
        body: missing.bytes.toString(),
      })
    }
  })
})

describe('a file without a signed link', () => {
  test('is served to sessions of users who may see its ticket', async () => {
    const { mediaUrl } = await sent('nota.pdf', samples.pdf)
    const path = unsigned(mediaUrl)
    const outsider = await company.attendant({ queues: [await company.queue()] })
    const stranger = await (await world.company()).admin()
    const open = (who: Person): Promise<Answer> =>
      who.get(path, { cookies: { [who.refreshCookie.name]: who.refreshCookie.value }, headers: { authorization: '' } })

    expect(await open(attendant)).toMatchObject({
      status: 200,
      headers: { 'cross-origin-resource-policy': 'same-origin' },
    })
    expect((await open(outsider)).status).toBe(404)
    expect((await open(stranger)).status).toBe(404)
    expect((await world.anonymous.get(path)).status).toBe(404)
    expect((await world.anonymous.get(path, { cookies: { jrt: 'made up' } })).status).toBe(404)
  })

  test('is not served from the folders of pictures, which the whole company sees', async () => {
    const { mediaUrl } = await sent('nota.pdf', samples.pdf)
    const outsider = await company.attendant({ queues: [await company.queue()] })
    const cookies = { [outsider.refreshCookie.name]: outsider.refreshCookie.value }

    const answer = await outsider.get(
      unsigned(mediaUrl).replace(`company${company.id}/`, `company${company.id}/user/`),
      { cookies },
    )

    expect(answer.status).toBe(404)
  })
})

describe('a large picture', () => {
  test('gets a thumbnail without metadata of the camera', async () => {
    const listener = await attendant.listen({ tickets: [ticketId] })
    const message = await sent('foto.jpg', await samples.photo(1200, 900))
    expect(message).toMatchObject({ mediaWidth: 1200, mediaHeight: 900 })

    const thumbnailUrl: string = await eventually(() => {
      const update = listener
        .of('message')
        .findLast(
          ({ payload }) =>
            payload.action === 'update' && payload.message.id === message.id && payload.message.thumbnailUrl,
        )
      if (!update) throw new Error('no thumbnail yet')
      return update.payload.message.thumbnailUrl
    })
    const answer = await bytesOf(pathOf(thumbnailUrl))

    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } })
    expect(answer.headers['content-disposition']).toMatch(/^inline/)
    const { width, exif } = await metadataOf(answer.bytes)
    expect({ width, exif }).toEqual({ width: 640, exif: undefined })
    listener.close()
  })

  test.each([
    ['of more than 50 megapixels', () => samples.png(30_000, 2_000), 413, 'ERR_FILE_TOO_LARGE'],
    ['that is a program', () => Promise.resolve(samples.exe), 415, 'ERR_FILE_TYPE'],
  ])('%s is refused and not kept', async (_what, data, status, code) => {
    const before = await world.sql('select count(*)::int from files')

    const answer = await attendant.upload(`/messages/${ticketId}`, { body: '' }, [
      { field: 'medias', name: 'foto.png', type: 'image/png', data: await data() },
    ])

    expect(answer).toMatchObject({ status, body: { error: code } })
    expect(await world.sql('select count(*)::int from files')).toEqual(before)
  })
})
