import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { FetchHeld } from '@guiche/channel'
import { limits } from '@guiche/contract'
import type { Deps } from '#platform/deps'
import { type DiskRoom, type Reservation, isNoRoom } from '#platform/files/disk-room'
import { classify } from './classify.ts'
import type { HandOver } from './fetch-elsewhere.ts'
import { sizeOf, storeFile } from './store-file.ts'
import { storePreview, wantsThumbnail } from './make-thumbnail.ts'
import { type FileSource, countTry, findAwaitedFile, markFailed, markFetched } from './media.repository.ts'

/** Opens a file that is still at the network. Throws if it is not available now. */
export type FetchMedia = (channel: string, reference: Record<string, unknown>) => Promise<NodeJS.ReadableStream>

interface FetchDeps extends Pick<Deps, 'units' | 'storage' | 'diskRoom' | 'log'> {
  fetchMedia: FetchMedia
  /** Hands the file over to another process. Undefined in the process that it was handed over to. */
  handOver?: HandOver
  random?: () => number
}

interface AwaitedKey {
  companyId: number
  fileId: number
}

const maxTries = 10
const stallTimeout = 60_000
const maxPause = 6 * 3600
/** In seconds. Pause before the next check of a file that waits without using up a try. */
const lookAgainAfter = 30
const failureCode = 'ERR_WAPP_DOWNLOAD_MEDIA'

/**
 * Tries once to fetch a file (R11). It is written to a temporary path and moved into the storage when it is complete,
 * so nobody sees a part of it. May run twice at once: the second run finds that the file is not awaited any more.
 */
export async function fetchFile(deps: FetchDeps, { companyId, fileId }: AwaitedKey): Promise<void> {
  const { units, storage, diskRoom, log } = deps
  const system = { kind: 'system', companyId } as const
  const file = await units.read(system, (ctx) => findAwaitedFile(ctx, fileId))
  if (!file) return

  const path = await storage.temporary()
  try {
    if (isTooLarge(file.source.bytes ?? 0)) throw new TooLarge()
    const got = await withRoom(diskRoom, file.source.bytes ?? 0, async (room) =>
      download(await opened(deps, file.source), { path, expected: file.source, room }),
    )
    const found = await classify({ path, name: file.original_name, declaredType: file.source.declaredType })
    const stored = await storeFile(deps, companyId, { path, ...got }, found, await sizeOf(found, path))
    const preview = await storePreview(deps, companyId, file.source)
    const isFirst = await units.run(system, async (ctx) => {
      if (!(await markFetched(ctx, fileId, stored, preview))) return false
      if (wantsThumbnail(stored)) await ctx.enqueue('media.thumbnail', { fileId })
      ctx.emit('media.ready', { fileId })
      return true
    })
    if (isFirst) return
    await storage.remove(companyId, stored.storageKey)
    if (preview !== undefined) await storage.remove(companyId, preview)
  } catch (err) {
    if (err instanceof FetchHeld && !file.is_old) return await hold(deps, { companyId, fileId })
    if (isNoRoom(err)) return await waitForRoom(deps, { companyId, fileId })
    log.info(
      { event: 'media.fetch-failed', err, companyId, fileId, tries: file.source.tries + 1 },
      'could not fetch a file',
    )
    await planNextTry(deps, { companyId, fileId, most: triesWorth(err) })
  } finally {
    await storage.discard(path)
  }
}

/** Not retried, because the size will not change. */
class TooLarge extends Error {
  override message = 'the file is larger than any may be'
}

const isTooLarge = (bytes: number): boolean => bytes > limits.document
const triesWorth = (err: unknown): number => (err instanceof TooLarge ? 1 : maxTries)

/** Its session is offline or runs in another process: no try is used up. */
async function hold({ units, handOver }: FetchDeps, file: AwaitedKey): Promise<void> {
  if (!handOver) return
  handOver(file)
  await lookAgain(units, file)
}

/** The network is not to blame, so no try is used up; the message shows the file as waiting until the disk has room. */
async function waitForRoom({ units, log, handOver }: FetchDeps, file: AwaitedKey): Promise<void> {
  log.warn({ event: 'media.no-room', ...file }, 'the disk has no room for a file; will fetch it later')
  // The process that handed the file over plans the next check.
  if (handOver) await lookAgain(units, file)
}

const lookAgain = (units: FetchDeps['units'], { companyId, fileId }: AwaitedKey) =>
  units.run({ kind: 'system', companyId }, (ctx) =>
    ctx.enqueue('media.fetch', { fileId }, { startAfter: lookAgainAfter }),
  )

/** Reserves disk space, as for uploads, so that files that arrive at the same time cannot fill the disk together. */
async function withRoom<T>(diskRoom: DiskRoom, bytes: number, work: (room: Reservation) => Promise<T>): Promise<T> {
  const room = await diskRoom.reserve(bytes)
  try {
    return await work(room)
  } finally {
    room.release()
  }
}

/** With a time limit, in case the network never answers. */
async function opened({ fetchMedia }: FetchDeps, { channel, reference }: FileSource): Promise<NodeJS.ReadableStream> {
  const over = new AbortController()
  try {
    return await Promise.race([
      fetchMedia(channel, reference),
      pause(stallTimeout, undefined, { signal: over.signal }).then(() => {
        throw new Error('the network has not begun to send for a minute')
      }),
    ])
  } finally {
    over.abort()
  }
}

async function download(
  from: NodeJS.ReadableStream,
  { path, expected, room }: { path: string; expected: FileSource; room: Reservation },
): Promise<{ bytes: number; sha256: Buffer }> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk)
      bytes += chunk.length
      if (isTooLarge(bytes)) return next(new TooLarge())
      room.use(chunk.length).then(() => next(null, chunk), next)
    },
  })
  await pipeline(Readable.from(from), stallGuard(), measure, createWriteStream(path, { mode: 0o600 }))
  const sha256 = hash.digest()
  if (expected.bytes !== null && expected.bytes !== bytes)
    throw new Error(`the file has ${bytes} bytes and should have ${expected.bytes}`)
  if (expected.sha256 !== null && expected.sha256 !== sha256.toString('hex'))
    throw new Error('the file is not what was announced: its hash differs')
  return { bytes, sha256 }
}

/** Fails after a minute without a byte. */
function stallGuard(): Transform {
  const guard: Transform = new Transform({
    transform(chunk, _encoding, next) {
      timer.refresh()
      next(null, chunk)
    },
    destroy(error, done) {
      clearTimeout(timer)
      done(error)
    },
  })
  const timer = setTimeout(() => guard.destroy(new Error('nothing has come for a minute')), stallTimeout)
  return guard
}

/**
 * The pauses grow from a second to six hours. After the last try the file is marked as failed, and attendants can try
 * again.
 */
async function planNextTry(
  { units, handOver, random = Math.random }: FetchDeps,
  { companyId, fileId, most }: { companyId: number; fileId: number; most: number },
): Promise<void> {
  await units.run({ kind: 'system', companyId }, async (ctx) => {
    const tries = await countTry(ctx, fileId)
    if (tries === undefined) return
    // The process that handed the file over plans the next try.
    if (tries < most && !handOver) return
    if (tries < most) return ctx.enqueue('media.fetch', { fileId }, { startAfter: pauseAfter(tries, random()) })
    await markFailed(ctx, fileId, failureCode)
    ctx.emit('media.failed', { fileId })
  })
}

/**
 * In seconds: 1, 4, 12, 43, 150, 525, … up to six hours, with 20 % jitter so that many files are not retried at once.
 */
export function pauseAfter(tries: number, chance: number): number {
  return Math.max(1, Math.round(Math.min(maxPause, 3.5 ** (tries - 1)) * (0.8 + 0.4 * chance)))
}
