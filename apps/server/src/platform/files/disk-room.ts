import { statfs } from 'node:fs/promises'
import { AppError } from '../errors.ts'

/** The space left on the disk for files, minus the bytes of uploads that are still coming in. */
export interface DiskRoom {
  /** Throws ERR_BUSY (507) when too little would be left for text and the database. */
  reserve(bytes: number): Promise<Reservation>
}

export interface Reservation {
  /** Call it before writing bytes. It reserves more when more come than were reserved. */
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

export function createDiskRoom(
  folder: string,
  { reserve: kept = 256 * 1_048_576, free = () => freeOn(folder) }: Options = {},
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

async function freeOn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export const noRoom = () => new AppError('ERR_BUSY', 507, { retryAfter: 60 })
