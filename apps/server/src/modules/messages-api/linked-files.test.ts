import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type Server, createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { samples } from '#test/files'
import { someNumber } from '#test/inbound'
import { type Company, type TestConnection, type World, createWorld, eventually } from '#test/world'
import { type Outside, createOutside } from '#platform/outside/outside'

let world: World
let server: Server
let origin: string
let company: Company
let connection: TestConnection
/** What downloads do from now on. */
let download: Outside['download']

beforeAll(async () => {
  const png = await samples.png()
  const files: Record<string, Buffer> = {
    '/boleto%20de%20maio.pdf': samples.pdf,
    '/foto': png,
    '/run.pdf': samples.exe,
  }
  server = createServer(({ url = '' }, response) => {
    const file = files[url]
    if (file) return response.end(file)
    if (url === '/large') return response.writeHead(200, { 'content-length': '1000000000' }).write('x')
    if (url === '/inside') return response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    return response.writeHead(404).end('a secret')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  origin = `http://127.0.0.1:${port}`
  const outside = createOutside({ insideHosts: [`127.0.0.1:${port}`] })
  ;({ download } = outside)
  world = await createWorld({ outside: { download: (...given) => download(...given) } })
  company = await world.company()
  connection = await company.connection()
})
afterAll(async () => {
  await world.close()
  server.closeAllConnections()
  server.close()
})

const newProgram = async () => world.program(await company.apiToken(connection))
const temporaryFiles = () => {
  try {
    return readdirSync(join(world.dataFolder, 'media', 'tmp'))
  } catch {
    return []
  }
}

test('a linked PDF and a linked picture are sent with their captions', async () => {
  const program = await newProgram()
  const number = someNumber()

  const pdf = await program.post('/api/messages/send/linkPdf', {
    number,
    url: `${origin}/boleto%20de%20maio.pdf`,
    caption: 'Seu boleto',
    msdelay: '0',
  })
  const image = await program.post('/api/messages/send/linkImage', { number, url: `${origin}/foto`, caption: null })

  expect([pdf, image]).toMatchObject([
    { status: 200, body: { status: 'SUCCESS' } },
    { status: 200, body: { status: 'SUCCESS' } },
  ])
  await eventually(() =>
    expect(world.network.arrived).toMatchObject([
      { kind: 'media', body: 'Seu boleto', media: { name: 'boleto de maio.pdf' } },
      { kind: 'media', body: '' },
    ]),
  )
  expect(temporaryFiles()).toEqual([])
  const [usage] = (await (await company.admin()).get('/api-tokens/usages')).body
  expect(usage).toMatchObject({ pdfs: 1, images: 1, texts: 0 })
})

test.each([
  ['http://169.254.169.254/latest/meta-data', 400, 'ERR_URL_NOT_ALLOWED'],
  ['http://127.0.0.1/', 400, 'ERR_URL_NOT_ALLOWED'],
  ['http://localhost./', 400, 'ERR_URL_NOT_ALLOWED'],
  ['http://[::ffff:169.254.169.254]/', 400, 'ERR_URL_NOT_ALLOWED'],
  ['file:///etc/passwd', 400, 'ERR_URL_NOT_ALLOWED'],
  ['gopher://8.8.8.8/', 400, 'ERR_URL_NOT_ALLOWED'],
  ['http://user@127.0.0.1/', 400, 'ERR_URL_NOT_ALLOWED'],
  ['not an address', 400, 'ERR_URL_NOT_ALLOWED'],
  ['ORIGIN/inside', 400, 'ERR_URL_NOT_ALLOWED'],
  ['ORIGIN/nothing', 400, 'ERR_WAPP_DOWNLOAD_MEDIA'],
  ['ORIGIN/large', 413, 'ERR_FILE_TOO_LARGE'],
  ['ORIGIN/foto', 415, 'ERR_FILE_TYPE'],
  ['ORIGIN/run.pdf', 415, 'ERR_FILE_TYPE'],
])('the link %s is refused, and nothing is left behind', async (link, status, error) => {
  const program = await newProgram()
  const before = await company.sql('select count(*)::int as count from messages where company_id = $1', [company.id])

  const answer = await program.post('/api/messages/send/linkPdf', {
    number: someNumber(),
    url: link.replace('ORIGIN', origin),
  })

  expect(answer).toMatchObject({ status, body: { error } })
  expect(JSON.stringify(answer.body)).not.toContain('secret')
  expect(await company.sql('select count(*)::int as count from messages where company_id = $1', [company.id])).toEqual(
    before,
  )
  expect(temporaryFiles()).toEqual([])
})

test('ten calls of a token at once are served, and the eleventh is refused', async () => {
  const program = await newProgram()
  const reached = { ...createOutside(), download }
  let release = () => undefined as void
  const released = new Promise<void>((resolve) => (release = resolve))
  let waiting = 0
  download = async (...given) => {
    waiting += 1
    await released
    return reached.download(...given)
  }
  const call = () => program.post('/api/messages/send/linkImage', { number: someNumber(), url: `${origin}/foto` })
  const calls = Array.from({ length: 10 }, call)
  await eventually(() => expect(waiting).toBe(10))

  expect(await call()).toMatchObject({
    status: 429,
    body: { error: 'ERR_TOO_MANY_REQUESTS' },
    headers: { 'retry-after': '1' },
  })
  release()
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  download = reached.download
  expect((await call()).status).toBe(200)
})
