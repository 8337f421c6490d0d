import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import type { Server } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createOutside } from '#platform/outside/outside'
import { samples } from '#test/files'
import { said } from '#test/inbound'
import { type AnsweringService, answererOf, createAnsweringService } from '#test/services/answering-service'
import { type Talk, openTalk, settled } from '#test/services/exchange-talk'
import { faultyAnswers, listen } from '#test/services/faulty-answers'
import { type Company, type World, createWorld, eventually } from '#test/world'
import type { Answer, Answerer, AskedFile } from './answerer.ts'

let service: AnsweringService
let world: World
let insider: { server: Server; port: number; calls: number }
/** What the integration does with the file of the customer. */
let look: (file: AskedFile) => Promise<string>
/** How the network gives a file. */
let network: () => Promise<NodeJS.ReadableStream>

const reader: Answerer = {
  kind: 'integration',
  find: async () => ({ name: 'Robô', timeLimit: 20_000, fallback: '', queueId: null }),
  answer: async ({ messages }): Promise<Answer> => {
    const file = messages.at(-1)?.file
    if (!file) throw new Error('there is no file')
    return { parts: [{ kind: 'text', text: await look(file) }], session: null }
  },
}

beforeAll(async () => {
  service = await createAnsweringService()
  Object.assign(service.files, faultyAnswers)
  const { server, port } = await listen('127.0.0.1', 0, (_request, response) => response.end('secret'))
  insider = { server, port, calls: 0 }
  server.on('connection', () => (insider.calls += 1))
  const outside = createOutside({ insideHosts: [new URL(service.url).host], times: { connect: 500, whole: 1_500 } })
  world = await createWorld({ outside, answerers: [reader, answererOf(service, { kind: 'prompt' })] })
  Object.assign(world.network.channel, { fetch: () => network() })
})
afterAll(async () => {
  await world.close()
  await service.stop()
  insider.server.closeAllConnections()
  insider.server.close()
})
beforeEach(() => {
  network = async () => Readable.from([samples.pdf])
})

describe('a file of the customer', () => {
  async function sent(talk: Talk, name = 'nota.pdf') {
    const media = { source: { id: randomUUID() }, mime: 'application/pdf', name, bytes: null }
    await talk.connection.receive(said(talk.number, '', { mediaType: 'application', media }))
  }

  test('can be read, also when it arrives some time after its message', async () => {
    const { promise, resolve: give } = Promise.withResolvers<NodeJS.ReadableStream>()
    network = () => promise
    look = async (file) => {
      give(Readable.from([samples.pdf]))
      return `${file.name}: ${(await file.read(1_000)).equals(samples.pdf)}`
    }
    const talk = await openTalk(world)
    await sent(talk)
    await settled(talk)

    expect(await talk.heard()).toEqual(['nota.pdf: true'])
  })

  test('has an address, which opens it without a login, for this company, for some minutes', async () => {
    look = async (file) => `${await file.link()}`
    const talk = await openTalk(world)
    await sent(talk)
    await settled(talk)

    const [link = ''] = await talk.heard()
    const { origin, pathname, search, searchParams } = new URL(link)
    expect(origin).toBe('http://guiche.test')
    const left = Number(searchParams.get('expires')) * 1000 - Date.now()
    expect(left).toBeGreaterThan(590_000)
    expect(left).toBeLessThanOrEqual(900_000)
    const opened = await world.app.http.inject({ url: pathname + search })
    expect(opened.rawPayload.equals(samples.pdf)).toBe(true)
    expect((await world.app.http.inject({ url: pathname })).statusCode).toBe(404)
    const elsewhere = pathname.replace(`company${talk.company.id}`, `company${talk.company.id + 1}`)
    expect((await world.app.http.inject({ url: elsewhere + search })).statusCode).toBe(404)
  })

  test.each(['failed', 'blocked'])('that is %s has no address, and cannot be read', async (state) => {
    const { promise } = Promise.withResolvers<NodeJS.ReadableStream>()
    network = () => promise
    const talk = await openTalk(world)
    look = async (file) => {
      await talk.company.sql('update files set state = $2 where id = $1', [file.id, state])
      const isRead = await file.read(1_000).then(
        () => true,
        () => false,
      )
      return `${await file.link()} ${isRead}`
    }
    await sent(talk)
    await settled(talk)

    expect(await talk.heard()).toEqual(['null false'])
  })

  test('that is too large for a service leaves the customer to a person', async () => {
    look = async (file) => `${(await file.read(10)).length}`
    const talk = await openTalk(world)
    await sent(talk)

    expect(await settled(talk)).toMatchObject([{ state: 'failed', reason: 'tooLarge' }])
    expect((await talk.ticket())['bot']).toMatchObject({ useIntegration: false })
  })
})

const Link = z.object({
  kind: z.literal('link'),
  url: z.string(),
  caption: z.string().default(''),
  is: z.enum(['image', 'sound']).optional(),
})

describe.concurrent('a file that a service sends', () => {
  let company: Company
  beforeAll(async () => {
    company = await world.company()
    // The customer says what they are answered with, so that several are answered at a time.
    service.reply(({ texts }) => ({ parts: [Link.parse(JSON.parse(texts.join()))] }))
  })

  /** A customer is answered with this file. */
  async function answeredWith(
    path: string,
    more: { is?: 'image' | 'sound'; caption?: string } = {},
    of: Company = company,
  ) {
    const url = URL.canParse(path) ? path : new URL(path, service.url).href
    const talk = await openTalk(world, { prompt: 8 }, of)
    await talk.say(JSON.stringify({ kind: 'link', url, ...more }))
    const [exchange] = await settled(talk)
    const messages = await talk.company.sql(
      `select m.body, m.media_type, f.mime from messages m left join files f on f.company_id = m.company_id and f.id = m.file_id
       where m.connection_id = $1 and m.origin = 'bot' and not m.is_private order by m.id`,
      [talk.connection.id],
    )
    return { talk, exchange, messages }
  }

  /** The path of such a file. */
  function given(type: string, content: Buffer | string): string {
    const path = `/${randomUUID()}`
    service.files[path] = (_request, response) => response.writeHead(200, { 'content-type': type }).end(content)
    return path
  }
  const page = '<!doctype html><title>Entrar</title><form>'

  test('arrives with its caption, as what it is', async () => {
    const path = given('image/png', await samples.png())

    expect((await answeredWith(path, { is: 'image', caption: 'A loja' })).messages).toEqual([
      { body: 'A loja', media_type: 'image', mime: 'image/png' },
    ])
  })

  test.each([
    ['a voice note', 'sound', 'audio/ogg', samples.ogg, { media_type: 'audio', mime: 'audio/ogg' }],
    ['music', 'sound', 'audio/mpeg', samples.mp3, { media_type: 'audio', mime: 'audio/mpeg' }],
    ['a video', 'sound', 'video/mp4', samples.mp4, { media_type: 'video', mime: 'video/mp4' }],
    ['a document', undefined, 'application/pdf', samples.pdf, { media_type: 'application', mime: 'application/pdf' }],
  ] as const)('is %s', async (_what, is, type, content, expected) => {
    expect((await answeredWith(given(type, content), is && { is })).messages).toMatchObject([expected])
  })

  test.each([
    ['a page instead of a picture', 'image', 'text/html', page],
    ['a page that says it is a picture', 'image', 'image/png', page],
    ['a page instead of a document', undefined, 'text/html; charset=utf-8', page],
    ['a document instead of a picture', 'image', 'image/png', samples.pdf],
    ['a picture instead of a voice note', 'sound', 'audio/ogg', 'GIF89a'],
    ['a program', undefined, 'application/octet-stream', samples.exe],
    ['nothing', 'image', 'image/png', ''],
  ] as const)('is not sent if it is %s: the caption is', async (_what, is, type, content) => {
    const { messages, exchange } = await answeredWith(given(type, content), { ...(is && { is }), caption: 'Veja' })
    expect(messages).toMatchObject([{ body: 'Veja', mime: null }])
    expect(exchange).toMatchObject({ state: 'answered' })
  })

  test.each(['/nowhere', '/silent', '/slow', '/endless', '/announced', '/cut-off', '/compressed'])(
    'is not sent if it does not come (%s)',
    async (path) => {
      expect((await answeredWith(path, { caption: 'Veja' })).messages).toMatchObject([{ body: 'Veja', mime: null }])
    },
  )

  test.each([
    ['its address', () => `http://127.0.0.1:${insider.port}/secret`],
    ['another form of its address', () => `http://2130706433:${insider.port}/secret`],
    ['a redirection', () => '/moved'],
    ['another protocol', () => 'file:///etc/passwd'],
  ])('is not fetched inside, by %s: a customer without another word gets a person', async (_how, addressOf) => {
    service.files['/moved'] = (_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${insider.port}/secret` }).end()

    const { talk, exchange, messages } = await answeredWith(addressOf(), {}, await world.company())
    expect(insider.calls).toBe(0)
    expect(exchange).toMatchObject({ state: 'failed', reason: 'badAnswer' })
    expect(messages).toMatchObject([{ body: expect.stringContaining('Um atendente vai continuar') }])
    expect(JSON.stringify([...messages, ...(await talk.notes())])).not.toContain('secret')
    expect((await talk.ticket())['bot']).toMatchObject({ useIntegration: false })
  })
})

test('who would get nothing but a file that the company may not store today gets a person', async () => {
  const picture = await samples.png()
  service.files['/foto.png'] = (_request, response) => response.end(picture)
  const url = new URL('/foto.png', service.url).href
  service.reply(() => ({ parts: [{ kind: 'link', url }] }))
  const company = await world.company()
  const talk = await openTalk(world, { prompt: 8 }, company)
  await company.sql(
    `insert into company_uploads (company_id, day, bytes)
     select id, (now() at time zone timezone)::date, 1e15 from companies where id = $1`,
    [company.id],
  )
  await talk.say('Oi')

  expect(await settled(talk)).toMatchObject([{ state: 'failed', reason: 'badAnswer' }])
  expect((await talk.ticket())['bot']).toMatchObject({ useIntegration: false })
})

test('a file of an answer that is not wanted any more leaves nothing behind', async () => {
  const picture = await samples.png()
  service.files['/foto.png'] = (_request, response) => response.end(picture)
  const url = new URL('/foto.png', service.url).href
  service.reply(async () => {
    await talk.connection.receive(said(talk.number, 'Sou a Ana', { isEcho: true }))
    return { parts: [{ kind: 'link', url }] }
  })
  const talk = await openTalk(world, { prompt: 8 })
  await talk.say('Oi')

  expect(await settled(talk)).toMatchObject([{ state: 'void', reason: 'person' }])
  expect(await talk.company.sql('select 1 from files where company_id = $1', [talk.company.id])).toEqual([])
  await eventually(() => expect(storedOf(talk.company.id)).toEqual([]))
})

/** The pictures of a company in the storage. */
function storedOf(companyId: number): string[] {
  const paths = readdirSync(world.dataFolder, { recursive: true }).map(String)
  return paths.filter((path) => path.includes(`company${companyId}/`) && path.endsWith('.png'))
}
