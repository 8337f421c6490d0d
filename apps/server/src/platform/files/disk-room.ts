import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../errors.ts'

/** The space left on the disk for files, minus the bytes of uploads that are still coming in. */
export interface DiskRoom {
  /** Throws ERR_BUSY (507) when too little would be left for text and the database. */
  reserve(bytes: number): Promise<Reservation>
}

export interface Reservation {
  /** Call it before writing bytes. If there are more bytes than were reserved, it reserves more. */
  use(bytes: number): Promise<void>
  release(): void
}

interface Options {
  /** In bytes. Stays free for text and the database. */
  reserve?: number
  free?: () => Promise<number>
}

/** Reserved in steps of this size when the length of the upload is unknown. */
const step = 8 * 1_048_576

/** The folders may be on different volumes; the fullest one counts. */
export function createDiskRoom(
  folders: readonly [string, ...string[]],
  { reserve: kept = 256 * 1_048_576, free = () => freeOnAll(folders) }: Options = {},
): DiskRoom {
  let onTheWay = 0
  return { reserve }

  async function reserve(bytes: number): Promise<Reservation> {
    let left = 0
    await take(bytes)
    return { use, release }

    /** Adds first and checks afterwards, so that two uploads at the same moment see each other. */
    async function take(more: number) {
      onTheWay += more
      left += more
      try {
        if ((await free()) - onTheWay < kept) throw noRoom()
      } catch (error) {
        onTheWay -= more
        left -= more
        throw error
      }
    }

    async function use(used: number) {
      if (used > left) await take(Math.max(used - left, step))
      onTheWay -= used
      left -= used
    }

    function release() {
      onTheWay -= left
      left = 0
    }
  }
}

async function freeOnAll(folders: readonly string[]): Promise<number> {
  return Math.min(...(await Promise.all(folders.map(freeOn))))
}

/** A folder that does not exist yet will be on its parent's volume. */
async function freeOn(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error
    return freeOn(dirname(folder))
  }
}

export const noRoom = () => new AppError('ERR_BUSY', 507, { retryAfter: 60 })

/** The volume or the user's quota is full. */
export const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(error))

/** Refused by the reservation or by the disk itself. */
export const isNoRoom = (error: unknown): boolean =>
  isDiskFull(error) || (error instanceof AppError && error.status === 507)

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
