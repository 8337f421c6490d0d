import { statfs } from 'node:fs/promises'
import { AppError } from '../errors.ts'

/** What is left on the disk for files, the bytes that are still on their way subtracted. */
export interface DiskRoom {
  /** Refuses with ERR_BUSY (507) what would leave too little for text and the database. */
  reserve(bytes: number): Promise<Reservation>
}

export interface Reservation {
  /** So many bytes are about to be written. More than were reserved are reserved as they come. */
  use(bytes: number): Promise<void>
  release(): void
}

interface Options {
  /** Stays free for text and the database. */
  reserve?: number
  free?: () => Promise<number>
}

/** More than any file needs to say its length is reserved at a time where nobody has said it. */
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

    /** First taken, then looked: of two at the same moment both see the other. */
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
