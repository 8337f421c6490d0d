import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Channels } from '#channels/registry'
import { type CompanyWorker, createCompanyWorker } from '#platform/work/company-worker'
import { measurePicture, writeThumbnail } from '#platform/files/images'
import type { Deps } from '#platform/deps'
import {
  type FetchedPicture,
  type RequestedPicture,
  confirmPicture,
  listCompaniesWithRequestedPictures,
  postponePicture,
  replacePicture,
  claimRequestedPicture,
} from './pictures.repository.ts'

type FetchDeps = Pick<Deps, 'units' | 'storage' | 'diskRoom' | 'log'>

const side = 256
const maxBytes = 2 * 1_048_576
/**
 * In ms, between two pictures of a company, so that many new contacts at once do not flood the network with queries.
 */
const pauseBetween = 500

/**
 * Fetches profile pictures one after the other, in the processes that run sessions. They are re-encoded and stored
 * here, because loading them from the network would tell it which users view them.
 */
export function createPictureFetching(deps: FetchDeps, channels: Channels): CompanyWorker {
  const { units, storage, diskRoom, log } = deps
  return createCompanyWorker(
    {
      name: 'profile-pictures',
      role: 'channels',
      drain,
      look: () => listCompaniesWithRequestedPictures(units.operator),
    },
    log,
  )

  async function drain(companyId: number, goesOn: () => boolean) {
    while (goesOn()) {
      const wanted = await units.run(as(companyId), (ctx) => claimRequestedPicture(ctx, channels.served(companyId)))
      if (!wanted) return
      await fetchPicture(companyId, wanted).catch(async (err: unknown) => {
        log.info(
          { event: 'contact.picture-fetch-failed', err, companyId, contactId: wanted.contact_id },
          'could not fetch the profile picture of a contact',
        )
        await units.run(as(companyId), (ctx) => postponePicture(ctx, wanted.contact_id))
      })
      await pause(pauseBetween)
    }
  }

  async function fetchPicture(companyId: number, wanted: RequestedPicture) {
    const { contact_id, connection_id: connectionId, address } = wanted
    const channel = channels.find(wanted.channel)
    if (!channel?.ask || !channel.fetch) return units.run(as(companyId), (ctx) => confirmPicture(ctx, contact_id))
    const url = await channel.ask({ about: 'picture', companyId, connectionId, address })
    if (url === null) return keep(companyId, wanted, undefined)
    const path = await storage.temporary()
    const room = await diskRoom.reserve(maxBytes)
    try {
      const sourceSha = await download(await channel.fetch({ companyId, connectionId, picture: url }), path)
      if (wanted.source_sha?.equals(sourceSha)) await units.run(as(companyId), (ctx) => confirmPicture(ctx, contact_id))
      else await keep(companyId, wanted, { ...(await draw(companyId, path)), sourceSha })
    } finally {
      await storage.discard(path)
      room.release()
    }
  }

  async function keep(companyId: number, wanted: RequestedPicture, picture: FetchedPicture | undefined) {
    const before = await units.run(as(companyId), async (ctx) => {
      const key = await replacePicture(ctx, wanted.contact_id, picture)
      if (key !== undefined || picture) ctx.emit('contact.saved', { contactId: wanted.contact_id })
      return key
    })
    if (before !== undefined) await storage.remove(companyId, before)
  }

  /** Re-encoding removes all other data of the file. */
  async function draw(companyId: number, path: string): Promise<Omit<FetchedPicture, 'sourceSha'>> {
    const size = await measurePicture(path)
    if (!size || size === 'tooLarge') throw new Error('the downloaded file is not a picture')
    const drawn = `${path}.webp`
    try {
      const { width, height } = await writeThumbnail({ companyId, from: path, to: drawn }, side)
      const { size: bytes } = await stat(drawn)
      return { storageKey: await storage.keep(companyId, drawn, 'webp'), bytes, width, height }
    } finally {
      await rm(drawn, { force: true })
    }
  }
}

async function download(from: NodeJS.ReadableStream, path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk)
      bytes += chunk.length
      next(bytes > maxBytes ? new Error('the picture is too large') : null, chunk)
    },
  })
  await pipeline(Readable.from(from), measure, createWriteStream(path, { mode: 0o600 }))
  return hash.digest()
}

const as = (companyId: number) => ({ kind: 'system', companyId }) as const
