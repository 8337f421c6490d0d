import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDiskRoom } from '#platform/files/disk-room'
import { FetchHeld, type MediaDetails } from '@guiche/channel'
import { limits } from '@guiche/contract'
import { samples } from '#test/files'
import { phone, said, someNumber } from '#test/inbound'
import {
  type Company,
  type TestConnection,
  type Listener,
  type Person,
  type World,
  createWorld,
  eventually,
} from '#test/world'
import { awaitFile } from './await-file.ts'
import { fetchFile, pauseAfter } from './fetch-file.ts'

type Fetch = (source: Record<string, unknown>) => Promise<NodeJS.ReadableStream>

let world: World
let company: Company
let admin: Person
let connection: TestConnection
const handedOver: number[] = []
/** How the network serves files from now on. */
let network: Fetch

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
  connection = await company.connection()
  const fetch: Fetch = (source) => network(source)
  Object.assign(world.network.channel, { fetch })
})
afterAll(() => world.close())
beforeEach(() => void (network = broken))

const broken: Fetch = () => Promise.reject(new Error('the network is down'))
const giving =
  (data: Buffer): Fetch =>
  () =>
    Promise.resolve(Readable.from([data]))

/** Polled, because retries of the queue run beside those of a test. */
const temporaryFiles = async () =>
  readdirSync(dirname(await world.app.deps.storage.temporary()), { withFileTypes: true }).map(({ name }) => name)
const keysOf = (rows: { storage_key: string }[]): string[] =>
  rows
    .map((row) => row.storage_key)
    .filter((key) => !key.startsWith('awaited'))
    .toSorted()
/** All files of the company on disk. */
const filesOnDisk = (storageKey: string): string[] =>
  readdirSync(dirname(dirname(world.app.deps.storage.pathOf(company.id, storageKey))), { recursive: true })
    .map((path) => basename(String(path)))
    .filter((name) => name.includes('.'))
    .toSorted()
const fileOf = async (fileId: number) =>
  (await world.sql('select * from files where company_id = $1 and id = $2', [company.id, fileId]))[0]

/** A message with a file arrives; the file has not been fetched yet. */
async function received(media: { mime?: string; name?: string; bytes?: number | null; details?: MediaDetails } = {}) {
  const message = said(someNumber(), 'Segue a nota', {
    mediaType: 'application',
    media: { source: { id: randomUUID() }, mime: 'application/pdf', name: 'nota.pdf', bytes: null, ...media },
  })
  await connection.receive(message)
  const [row] = await world.sql(
    'select id, ticket_id, file_id from messages where company_id = $1 and external_id = $2',
    [company.id, message.externalId],
  )
  return { messageId: Number(row.id), ticketId: Number(row.ticket_id), fileId: Number(row.file_id) }
}

const tryOnce = (fileId: number) =>
  fetchFile(
    {
      ...world.app.deps,
      fetchMedia: (_channel, source) => network(source),
      handOver: (file) => handedOver.push(file.fileId),
    },
    { companyId: company.id, fileId },
  )
const triesOf = async (fileId: number) => Number((await fileOf(fileId)).source?.tries ?? 0)

/** Tries until there are `count` failures, retries of the queue included. */
async function failed(fileId: number, count: number) {
  while ((await fileOf(fileId)).state === 'waiting' && (await triesOf(fileId)) < count) await tryOnce(fileId)
}

const messageAt = (listener: Listener, messageId: number) =>
  listener.of('message').findLast(({ payload }) => payload.message.id === messageId)?.payload.message

describe('a file that must be fetched from the network', () => {
  test('does not delay its message and appears later', async () => {
    const { promise, resolve: give } = Promise.withResolvers<NodeJS.ReadableStream>()
    network = () => promise
    const { messageId, ticketId, fileId } = await received({ bytes: samples.pdf.length })
    const listener = await admin.listen({ tickets: [ticketId] })
    const before = await admin.get(`/messages/${ticketId}`)
    expect(before.body.messages[0]).toMatchObject({
      id: messageId,
      mediaState: 'waiting',
      mediaUrl: null,
      mediaName: 'nota.pdf',
    })

    give(Readable.from([samples.pdf]))

    const message = await eventually(() => {
      const found = messageAt(listener, messageId)
      expect(found).toMatchObject({ mediaState: 'ready', mediaSize: samples.pdf.length })
      return found
    })
    const answer = await world.app.http.inject({ url: message.mediaUrl.replace('http://guiche.test', '') })
    expect(answer.rawPayload.equals(samples.pdf)).toBe(true)
    expect((await fileOf(fileId)).state).toBe('ready')
    listener.close()
  })

  test.each(['disabled', 'enabled'])('keeps the author as the page shows them, with masking %s', async (masking) => {
    const own = await world.company()
    await own.setting('lgpdHideNumber', masking)
    const who = await own.attendant({ allowGroup: true, allTicket: 'enable' })
    const { promise, resolve: give } = Promise.withResolvers<NodeJS.ReadableStream>()
    network = () => promise
    const number = someNumber()
    const message = said({ kind: 'group', value: `120363${someNumber()}` }, 'A conta', {
      isGroup: true,
      name: '',
      author: { identity: phone(number), name: '', address: `${number}@s.whatsapp.net` },
      mediaType: 'application',
      media: { source: { id: randomUUID() }, mime: 'application/pdf', name: 'conta.pdf', bytes: null },
    })
    await (await own.connection({ allowsGroups: true })).receive(message)
    const [row] = await own.sql('select id, ticket_id from messages where external_id = $1', [message.externalId])
    const [messageId, ticketId] = [Number(row.id), Number(row.ticket_id)]
    const listener = await who.listen({ tickets: [ticketId] })

    give(Readable.from([samples.pdf]))

    await eventually(() => expect(messageAt(listener, messageId)).toMatchObject({ mediaState: 'ready' }))
    const { contact, participant } = (await who.get(`/messages/${ticketId}`)).body.messages[0]
    expect(messageAt(listener, messageId)).toMatchObject({ contact, participant })
    expect(JSON.stringify(contact).includes(number)).toBe(masking === 'disabled')
    listener.close()
  })

  test('keeps what the phone says of it, and a video the picture that came with it', async () => {
    const wave = Array.from({ length: 64 }, (_, part) => part)
    const preview = (await samples.jpeg(96, 72)).toString('base64')
    const messageWith = async (data: Buffer, mime: string, details: MediaDetails) => {
      network = giving(data)
      const { fileId, ticketId } = await received({ mime, name: '', details })
      await tryOnce(fileId)
      await eventually(async () => expect(await fileOf(fileId)).toMatchObject({ state: 'ready', source: null }))
      return (await admin.get(`/messages/${ticketId}`)).body.messages[0]
    }

    const voice = await messageWith(samples.ogg, 'audio/ogg', { seconds: 7, wave })
    const paper = await messageWith(samples.pdf, 'application/pdf', { pages: 2 })
    const video = await messageWith(samples.mp4, 'video/mp4', { seconds: 21, preview })
    const odd = await messageWith(samples.mp4, 'video/mp4', { preview: 'bm8gcGljdHVyZQ==' })

    expect(voice).toMatchObject({ mediaSeconds: 7, mediaWave: wave, thumbnailUrl: null })
    expect(paper).toMatchObject({ mediaPages: 2, mediaSeconds: null, mediaWave: null })
    expect(odd).toMatchObject({ mediaState: 'ready', thumbnailUrl: null })
    const picture = await world.app.http.inject({ url: video.thumbnailUrl.replace('http://guiche.test', '') })
    expect({ seconds: video.mediaSeconds, type: picture.headers['content-type'] }).toEqual({
      seconds: 21,
      type: 'image/webp',
    })
    await eventually(async () => expect(await temporaryFiles()).toEqual([]))
  })

  test('waits without using up a try while its session is offline, and is handed over to the process that runs it', async () => {
    network = () => Promise.reject(new FetchHeld('no line'))
    const { fileId } = await received()
    for (let tries = 0; tries < 12; tries++) await tryOnce(fileId)
    expect(handedOver.filter((id) => id === fileId)).toHaveLength(12)
    expect(await fileOf(fileId)).toMatchObject({ state: 'waiting', source: { tries: 0 } })
    const jobs = () =>
      world.sql(
        "select id from pgboss.job where name = 'media.fetch' and (data ->> 'fileId')::int = $1 and state = 'created'",
        [fileId],
      )
    const waiting = (await jobs()).length
    expect(waiting).toBeGreaterThanOrEqual(12)

    // The process that was told fetches it; the one that told it plans the next try.
    const told = {
      ...world.app.deps,
      fetchMedia: (_channel: string, source: Record<string, unknown>) => network(source),
    }
    await fetchFile(told, { companyId: company.id, fileId })
    network = broken
    await fetchFile(told, { companyId: company.id, fileId })
    expect((await jobs()).length).toBe(waiting)
    expect(await triesOf(fileId)).toBe(1)
    network = giving(samples.pdf)
    await fetchFile(told, { companyId: company.id, fileId })
    expect(await fileOf(fileId)).toMatchObject({ state: 'ready' })
  })

  test('is fetched after three failures (R11)', async () => {
    const { fileId } = await received()
    await failed(fileId, 3)
    expect(await fileOf(fileId)).toMatchObject({ state: 'waiting', failure: null })

    network = giving(samples.pdf)
    await tryOnce(fileId)

    expect(await fileOf(fileId)).toMatchObject({
      state: 'ready',
      mime: 'application/pdf',
      bytes: samples.pdf.length,
    })
    await eventually(async () => expect(await temporaryFiles()).toEqual([]))
  })

  test('is given up after ten tries, reports that, and is fetched when a user tries again', async () => {
    const { messageId, ticketId, fileId } = await received()
    const listener = await admin.listen({ tickets: [ticketId] })

    await failed(fileId, 10)

    expect(await fileOf(fileId)).toMatchObject({ state: 'failed', failure: 'ERR_WAPP_DOWNLOAD_MEDIA' })
    await eventually(() =>
      expect(messageAt(listener, messageId)).toMatchObject({ mediaState: 'failed', mediaUrl: null }),
    )
    network = giving(samples.pdf)
    const retry = await admin.post(`/messages/${messageId}/retry`)
    expect(retry).toMatchObject({ status: 200, body: { mediaState: 'waiting' } })
    await eventually(() => expect(messageAt(listener, messageId)).toMatchObject({ mediaState: 'ready' }))
    listener.close()
  })

  const megabyte = Buffer.alloc(1_048_576)

  test.for<[string, number | null, number]>([
    ['is announced to be', limits.document + 1, 0],
    ['turns out to be', null, 1],
  ])('that %s larger than allowed fails at once and is not retried', async ([, bytes, downloads]) => {
    let asked = 0
    network = () => {
      asked += 1
      return Promise.resolve(Readable.from(Array.from({ length: 101 }, () => megabyte)))
    }
    const { messageId, ticketId, fileId } = await received({ bytes })

    await eventually(async () =>
      expect((await admin.get(`/messages/${ticketId}`)).body.messages[0]).toMatchObject({
        id: messageId,
        mediaState: 'failed',
        mediaUrl: null,
      }),
    )

    expect(asked).toBe(downloads)
    expect(await fileOf(fileId)).toMatchObject({ failure: 'ERR_WAPP_DOWNLOAD_MEDIA', source: { tries: 1 } })
    expect(
      await world.sql(
        "select id from pgboss.job where name = 'media.fetch' and (data ->> 'fileId')::int = $1 and state in ('created', 'retry')",
        [fileId],
      ),
    ).toEqual([])
    await eventually(async () => expect(await temporaryFiles()).toEqual([]))
  })

  const announced = {
    length: { bytes: samples.pdf.length },
    hash: { bytes: null, sha256: createHash('sha256').update(samples.pdf).digest('hex') },
    nothing: { bytes: null },
  }

  test.each<[string, keyof typeof announced, () => NodeJS.ReadableStream]>([
    ['shorter than announced', 'length', () => Readable.from([samples.pdf.subarray(0, 20)])],
    ['longer than announced', 'length', () => Readable.from([samples.pdf, samples.pdf])],
    ['different in content', 'hash', () => Readable.from([Buffer.alloc(samples.pdf.length, 'x')])],
    [
      'cut off in the middle',
      'nothing',
      () =>
        Readable.from(
          (function* () {
            yield samples.pdf.subarray(0, 20)
            throw new Error('the line broke')
          })(),
        ),
    ],
  ])('is rejected when it is %s (known: %s)', async (_what, known, stream) => {
    const system = { kind: 'system', companyId: company.id } as const
    network = () => Promise.resolve(stream())
    const { fileId } = await world.app.deps.units.run(system, (ctx) =>
      awaitFile(ctx, {
        channel: 'whatsapp',
        reference: {},
        mime: 'application/pdf',
        name: 'nota.pdf',
        ...announced[known],
      }),
    )

    await failed(fileId, 2)

    expect(await fileOf(fileId)).toMatchObject({ state: 'waiting', sha256: null })
    await eventually(async () => expect(await temporaryFiles()).toEqual([]))
    network = giving(samples.pdf)
    await tryOnce(fileId)
    expect((await fileOf(fileId)).state).toBe('ready')
  })

  describe('while the disk is nearly full', () => {
    const kept = 1000
    let free: number
    const tryWithRoom = (fileId: number) =>
      fetchFile(
        {
          ...world.app.deps,
          diskRoom: createDiskRoom(['/'], { reserve: kept, free: async () => free }),
          fetchMedia: (_channel, source) => network(source),
          handOver: () => undefined,
        },
        { companyId: company.id, fileId },
      )
    const looksPlanned = async (fileId: number) =>
      Number(
        (
          await world.sql(
            `select count(*) from pgboss.job
             where name = 'media.fetch' and (data ->> 'fileId')::int = $1 and state = 'created' and start_after > now() + interval '20 seconds'`,
            [fileId],
          )
        )[0].count,
      )
    /** Held back until the test lets it through; otherwise the queue would fetch it at once. */
    async function awaited(bytes: number | null) {
      network = () => Promise.reject(new FetchHeld('no line'))
      const file = await received({ bytes })
      await eventually(async () => expect(await looksPlanned(file.fileId)).toBe(1))
      network = giving(samples.pdf)
      return file
    }

    test.each([
      ['of known length', () => samples.pdf.length, 0],
      // Space is reserved in steps that are larger than the file.
      ['of unknown length', () => null, 8 * 1_048_576 - samples.pdf.length],
    ])(
      'a file %s waits if a byte is missing, without using up a try, and is fetched when there is room',
      async (_what, told, more) => {
        const { messageId, ticketId, fileId } = await awaited(told())
        free = kept + samples.pdf.length + more - 1
        for (let tries = 0; tries < 12; tries += 1) await tryWithRoom(fileId)

        expect(await fileOf(fileId)).toMatchObject({ state: 'waiting', failure: null, source: { tries: 0 } })
        expect((await admin.get(`/messages/${ticketId}`)).body.messages[0]).toMatchObject({
          id: messageId,
          mediaState: 'waiting',
        })
        expect(await looksPlanned(fileId)).toBe(13)
        await eventually(async () => expect(await temporaryFiles()).toEqual([]))

        free += 1
        await tryWithRoom(fileId)
        expect(await fileOf(fileId)).toMatchObject({ state: 'ready', bytes: samples.pdf.length })
      },
    )

    test('two files are not both fetched into the space of one', async () => {
      const [one, other] = [await awaited(samples.pdf.length), await awaited(samples.pdf.length)]
      const both = Promise.withResolvers<void>()
      let begun = 0
      network = async () => {
        begun += 1
        await both.promise
        return Readable.from([samples.pdf])
      }
      free = kept + samples.pdf.length
      const diskRoom = createDiskRoom(['/'], { reserve: kept, free: async () => free })
      const fetching = [one, other].map(({ fileId }) =>
        fetchFile(
          { ...world.app.deps, diskRoom, fetchMedia: (_channel, source) => network(source), handOver: () => undefined },
          { companyId: company.id, fileId },
        ),
      )
      await Promise.race(fetching)
      both.resolve()
      await Promise.all(fetching)

      expect(begun).toBeLessThanOrEqual(1)
      const states = [(await fileOf(one.fileId)).state, (await fileOf(other.fileId)).state]
      expect(states).toContain('waiting')
    })

    test('a file that does not fit on the disk waits as well', async () => {
      const { fileId } = await awaited(null)
      const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      await fetchFile(
        {
          ...world.app.deps,
          storage: { ...world.app.deps.storage, keep: () => Promise.reject(full) },
          fetchMedia: (_channel, source) => network(source),
          handOver: () => undefined,
        },
        { companyId: company.id, fileId },
      )
      expect(await fileOf(fileId)).toMatchObject({ state: 'waiting', source: { tries: 0 } })
    })
  })

  test('that two workers fetch at once is stored once', async () => {
    network = broken
    const { fileId } = await received()
    await failed(fileId, 1)
    network = giving(samples.pdf)

    await Promise.all([tryOnce(fileId), tryOnce(fileId), tryOnce(fileId)])

    const { state, storage_key } = await fileOf(fileId)
    expect(state).toBe('ready')
    expect(await world.app.deps.storage.size(company.id, storage_key)).toBe(samples.pdf.length)
    const rows = await world.sql(
      'select unnest(array_remove(array[storage_key, thumbnail_key], null)) as storage_key from files where company_id = $1',
      [company.id],
    )
    await eventually(() => expect(filesOnDisk(storage_key)).toEqual(keysOf(rows)))
  })

  test('that has another type than announced is stored with its real type', async () => {
    network = giving(samples.exe)
    const { fileId } = await received({ mime: 'image/jpeg', name: 'foto.jpg' })

    await tryOnce(fileId)

    expect(await fileOf(fileId)).toMatchObject({
      state: 'ready',
      mime: 'application/octet-stream',
      original_name: 'foto.jpg.bin',
    })
  })

  test.each([
    ['conta.pdf', 'conta.pdf'],
    ['', 'file.pdf'],
    ['9876', '9876.pdf'],
  ])('that nobody has named a type for, called "%s", is stored as %s', async (name, expected) => {
    network = giving(samples.pdf)
    const { fileId } = await received({ mime: 'application/octet-stream', name })
    expect((await fileOf(fileId)).original_name).toBe(name || 'file')

    await tryOnce(fileId)

    expect(await fileOf(fileId)).toMatchObject({ state: 'ready', mime: 'application/pdf', original_name: expected })
  })

  test('leaves nothing behind for long when its process is killed', async () => {
    const [old, fresh] = [await world.app.deps.storage.temporary(), await world.app.deps.storage.temporary()]
    for (const path of [old, fresh]) writeFileSync(path, 'half a file')
    const twoHoursAgo = Date.now() / 1000 - 7200
    utimesSync(old, twoHoursAgo, twoHoursAgo)

    await world.app.deps.storage.sweep()

    await eventually(async () => expect(await temporaryFiles()).toEqual([fresh.split('/').at(-1)]))
    await world.app.deps.storage.discard(fresh)
  })
})

test('pauses between tries grow from a second to six hours, with jitter', () => {
  const pauses = Array.from({ length: 9 }, (_, index) => pauseAfter(index + 1, 0.5))

  expect(pauses).toEqual([1, 4, 12, 43, 150, 525, 1838, 6434, 21_600])
  expect(pauseAfter(9, 0)).toBe(17_280)
  expect(pauseAfter(9, 1)).toBe(25_920)
})
