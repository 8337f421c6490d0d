import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { type Socket, connect } from 'node:net'
import { join } from 'node:path'
import { type Endpoint, limits } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyTimeouts } from '../../src/platform/http/guards/slow-bodies.ts'
import { samples } from '../files.ts'
import { type Company, eventually } from '#test/world'
import { calls } from './contract-input.ts'
import { type Ids, everythingIn, idFor } from './everything.ts'
import { type Seen, type WatchedWorld, createWatchedWorld, wrongIn, wrongInRefusal } from './watched-world.ts'

let watched: WatchedWorld
let ids: Ids
let adminToken: string
let operatorToken: string
let company: Company
let chat: string
let png: Buffer
const timeouts = { ...bodyTimeouts, headers: 10_000 }

beforeAll(async () => {
  watched = await createWatchedWorld({ timeouts })
  company = await watched.world.company()
  ids = await everythingIn(company, 'arquivos')
  chat = (await company.webChat()).token
  adminToken = (await company.admin()).token
  operatorToken = (await watched.world.operator()).token
  png = await samples.png()
  await watched.world.app.deps.publisher.idle()
})
afterAll(() => watched.world.close())

const forms = calls.filter(([, { form }]) => form)
const boundary = 'guiche'

/** A form as bytes, including what no HTTP client would send. */
const part = (disposition: string, data: Buffer | string, type = 'image/png') =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: ${disposition}\r\ncontent-type: ${type}\r\n\r\n`),
    Buffer.from(data),
    Buffer.from('\r\n'),
  ])
const end = `--${boundary}--\r\n`
const fileNamed = (name: string, data: Buffer | string = png, type?: string) =>
  part(`form-data; name="medias"; filename="${name}"`, data, type)
/** A file that the call accepts. */
const goodFile = (call: string) =>
  sheetCalls.has(call) ? fileNamed('a.csv', 'Nome;Número\r\nAna;11987654321\r\n', 'text/csv') : fileNamed('a.png')
const sheetCalls = new Set(['uploadContactSheet', 'uploadContacts', 'uploadContactListSheet', 'uploadContactList'])
const field = (name: string, value: string) =>
  Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
const whole = (...parts: Buffer[]) => Buffer.concat([field('id', randomUUID()), ...parts, Buffer.from(end)])
/** The fields that a call needs beside the file. */
const fieldsFor = (call: string) => {
  if (call === 'sendApiMessage') return [field('number', '5531987654321')]
  if (call !== 'createSchedule') return []
  return [
    field('body', 'Amanhã às nove'),
    field('contactId', String(ids['contactId'])),
    field('sendAt', new Date(Date.now() + 86_400_000).toISOString()),
  ]
}
/** A form that the call accepts, if it accepts the files. */
const formFor = (call: string, ...files: Buffer[]) =>
  call === 'uploadListFiles'
    ? Buffer.concat([field('id', String(ids['fileOptionId'])), ...files, Buffer.from(end)])
    : whole(...fieldsFor(call), ...files)
/** Calls for which a form without fields and files is valid. */
const acceptsNothing = new Set(['updateSchedule'])

test('every call that takes a form is tested', () => {
  expect(forms.length).toBeGreaterThanOrEqual(3)
})

describe('a form that is refused (S47)', () => {
  const refused = (): Record<string, Buffer> => ({
    'a program that is called a picture': whole(fileNamed('a.png', samples.exe)),
    'a picture of 0 bytes': whole(fileNamed('a.png', '')),
    'no form at all': Buffer.from(''),
    'an end without a beginning': Buffer.from(end),
    'a part that is cut in its headers': Buffer.from(`--${boundary}\r\ncontent-dispo`),
    'a part that is cut in its file': fileNamed('a.png').subarray(0, -20),
    'a form without its end': fileNamed('a.png'),
    'a part without headers': Buffer.from(`--${boundary}\r\n\r\nabc\r\n${end}`),
    'a part without a name': Buffer.concat([part('form-data; filename="a.png"', png), Buffer.from(end)]),
    'a part with a poisoned name': Buffer.concat([
      part('form-data; name="__proto__"; filename="a.png"', png),
      Buffer.from(end),
    ]),
    'more files than may be sent': whole(
      ...Array.from({ length: limits.filesPerSend + 1 }, (_, index) => fileNamed(`${index}.png`)),
    ),
    'a thousand fields': whole(...Array.from({ length: 1000 }, (_, index) => field(`field${index}`, 'x'))),
    'a field of two megabytes': whole(field('body', 'x'.repeat(2_097_152)), fileNamed('a.png')),
    'headers without end': Buffer.from(`--${boundary}\r\n${`x: ${'y'.repeat(1000)}\r\n`.repeat(200)}\r\nabc\r\n${end}`),
  })

  test.each(forms)('%s', async (name, endpoint) => {
    const bearer = await bearerFor(endpoint)
    await watched.writtenTables()
    for (const [what, payload] of Object.entries(refused())) {
      if (acceptsNothing.has(name) && !payload.includes('form-data')) continue
      const seen = { what, ...(await send(endpoint, bearer, payload)) }
      expect({ ...seen, wrong: await wrongInRefusal(watched, seen, [400, 413, 415]) }).toMatchObject({ wrong: [] })
    }
    expect(leftBehind()).toEqual([])
  })
})

test.each(forms)(
  '%s: a client that disconnects in the middle of a file leaves nothing behind',
  async (_name, endpoint) => {
    const bearer = await bearerFor(endpoint)
    await watched.writtenTables()
    const beginning = Buffer.concat([
      field('id', randomUUID()),
      fileNamed('a.png', Buffer.alloc(300_000)).subarray(0, -100),
    ])
    for (const head of headsOf(endpoint)) {
      const line = await beginForm(endpoint, { bearer, head, beginning })
      await eventually(() => expect(leftBehind()).toHaveLength(1))
      line.destroy()
      await eventually(() => expect(leftBehind()).toEqual([]))
    }

    expect(await watched.writtenTables()).toEqual([])
    expect(watched.complaints()).toEqual([])
  },
)

describe('a form that stays open and sends no more', () => {
  beforeAll(() => void Object.assign(timeouts, { period: 200, bytesPerPeriod: 1 }))
  afterAll(() => void Object.assign(timeouts, bodyTimeouts))

  test.each(forms)('%s: is cut off and leaves nothing behind', async (_name, endpoint) => {
    const bearer = await bearerFor(endpoint)
    await watched.writtenTables()
    const beginnings = [
      Buffer.from(''),
      Buffer.from(`--${boundary}\r\ncontent-dispo`),
      Buffer.concat([field('id', randomUUID()), fileNamed('a.png').subarray(0, -20)]),
    ]

    for (const head of headsOf(endpoint)) {
      const answers = await Promise.all(
        beginnings.map(async (beginning) => answerOf(await beginForm(endpoint, { bearer, head, beginning }))),
      )
      for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    }

    await eventually(() => expect(leftBehind()).toEqual([]))
    expect(await watched.writtenTables()).toEqual([])
    expect(watched.complaints()).toEqual([])
  })
})

// The tests below store files.

test.each(forms)(
  '%s: after disconnecting, a client may send as many forms at once as before',
  async (name, endpoint) => {
    const bearer = await bearerFor(endpoint)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => send(endpoint, bearer, formFor(name, goodFile(name)))),
    )
    for (const seen of answers) expect(seen).toSatisfy(({ status }: Seen) => status < 300)
  },
)

describe('a file with a wrong type is refused as a picture or sheet and becomes a document in a conversation', () => {
  // Any text can be read as a sheet, but only titles stand in these.
  const statuses: Record<string, number[]> = {
    setUserAvatar: [415],
    setAnnouncementFile: [415],
    uploadContactSheet: [200, 415],
    uploadContacts: [400, 415],
    uploadContactListSheet: [200, 415],
    uploadContactList: [200, 400, 415],
  }
  const files = (): Record<string, Buffer> => ({
    'a page that is called a picture': fileNamed('a.png', '<html><script>1</script></html>'),
    'a drawing with a script': fileNamed('a.svg', '<svg onload="1"/>', 'image/svg+xml'),
    'half a picture': fileNamed('a.png', png.subarray(0, 20)),
  })

  test.each(forms)('%s', async (name, endpoint) => {
    const bearer = await bearerFor(endpoint)
    for (const [what, file] of Object.entries(files())) {
      const seen = { what, ...(await send(endpoint, bearer, formFor(name, file))) }
      const isRight = (statuses[name] ?? [endpoint.status ?? 200]).includes(seen.status)
      expect({ ...seen, isRight, wrong: wrongIn(watched, seen) }).toMatchObject({ isRight: true, wrong: [] })
    }
  })
})

describe('a file with a strange name', () => {
  const names = [
    '',
    '.',
    '..',
    '../../../../etc/passwd.png',
    '..\\..\\windows\\a.png',
    'C:\\a.png',
    '/etc/cron.d/a.png',
    'a\u0000b.png',
    'a\u202egnp.exe',
    `${'n'.repeat(5000)}.png`,
    '\ud800.png',
    '%2e%2e%2fa.png',
    'con.png',
    '-rf.png',
    '${HOME}.png',
    "a'; drop table messages; --.png",
  ]

  test.each(forms)('%s', async (_name, endpoint) => {
    const bearer = await bearerFor(endpoint)
    for (const name of names) {
      const seen = { file: name.slice(0, 40), ...(await send(endpoint, bearer, whole(fileNamed(name)))) }
      expect({ ...seen, wrong: wrongIn(watched, seen) }).toMatchObject({ wrong: [] })
    }
    await watched.world.app.deps.publisher.idle()
    await eventually(() => expect(leftBehind()).toEqual([]))
    for (const stored of readdirSync(watched.world.dataFolder, { recursive: true, encoding: 'utf8' }))
      expect(stored).not.toMatch(/passwd|windows|cron|drop table|nnnn|\.\./)
  })
})

/** Visitors must announce the length, or are refused at once. */
const headsOf = ({ access }: Endpoint) => [
  'content-length: 5000000',
  ...(access === 'visitor' ? [] : ['transfer-encoding: chunked']),
]

/** Sends the beginning of a form and leaves the connection open. */
async function beginForm(
  endpoint: Endpoint,
  { bearer, head, beginning }: { bearer: string; head: string; beginning: Buffer },
): Promise<Socket> {
  const { hostname, port } = new URL(await watched.world.url())
  const line = connect(Number(port), hostname)
  line.write(
    [
      `${endpoint.method} ${urlOf(endpoint)} HTTP/1.1`,
      'host: guiche.test',
      'sec-fetch-site: same-origin',
      `authorization: Bearer ${bearer}`,
      `content-type: multipart/form-data; boundary=${boundary}`,
      head,
      '\r\n',
    ].join('\r\n'),
  )
  if (beginning.length > 0) line.write(head.includes('chunked') ? chunkOf(beginning) : beginning)
  return line
}

/** All that is answered until the other side closes. */
async function answerOf(line: Socket): Promise<string> {
  let answer = ''
  line.on('data', (data: Buffer) => (answer += data.toString()))
  await once(line, 'close')
  return answer
}

const chunkOf = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])

/** Of forms in progress. */
function leftBehind(): string[] {
  const folder = join(watched.world.dataFolder, 'uploads')
  return existsSync(folder) ? readdirSync(folder) : []
}

let callers = 0
async function send(endpoint: Endpoint, bearer: string, payload: Buffer): Promise<Seen> {
  callers += 1
  const response = await watched.world.app.http.inject({
    method: endpoint.method,
    url: urlOf(endpoint),
    remoteAddress: `10.1.${callers >> 8}.${callers & 255}`,
    headers: {
      'sec-fetch-site': 'same-origin',
      authorization: `Bearer ${bearer}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload,
  })
  return { status: response.statusCode, text: response.body }
}

const urlOf = (endpoint: Endpoint) =>
  endpoint.path.replace(/:(\w+)/g, (_whole, name: string) =>
    String(endpoint.access === 'visitor' ? chat : idFor(ids, name, endpoint)),
  )

/** Uploads per visitor and calls per program are limited, so each test has its own. */
const bearerFor = async ({ access }: Endpoint) => {
  if (access === 'visitor') return (await company.visitor(chat)).secret
  if (access === 'program') return company.apiToken()
  return access === 'super' ? operatorToken : adminToken
}
