import { rm, stat } from 'node:fs/promises'
import { limits } from '@guiche/contract'
import { fileTypeFromFile } from 'file-type'
import type { Ctx } from '#platform/context'
import { AppError } from '#platform/errors'
import { type PictureSize, measurePicture, writeThumbnail } from '#platform/files/images'
import type { Deps } from '#platform/deps'
import { replaceAvatar } from './users.repository.ts'

const types = ['image/jpeg', 'image/png', 'image/webp']
const side = 256

interface GivenFile {
  path: string
  bytes: number
}

export interface Picture extends PictureSize {
  storageKey: string
  bytes: number
}

/**
 * Decodes and encodes the picture again, so that nothing else in the file is kept: a location, a script, another file
 * (S53, S57).
 */
export async function keepAvatar(storage: Deps['storage'], companyId: number, file: GivenFile): Promise<Picture> {
  await assertPicture(file)
  const drawn = `${file.path}.webp`
  try {
    const { width, height } = await writeThumbnail({ companyId, from: file.path, to: drawn }, side).catch(refuseType)
    const { size } = await stat(drawn)
    return { storageKey: await storage.keep(companyId, drawn, 'webp'), bytes: size, width, height }
  } finally {
    await rm(drawn, { force: true })
  }
}

/** Returns the key of the previous picture, which the caller removes after the unit of work. */
export async function setAvatar(ctx: Ctx, userId: number, picture: Picture): Promise<string | undefined> {
  const before = await replaceAvatar(ctx, userId, picture)
  ctx.emit('user.saved', { userId, isNew: false })
  return before
}

async function assertPicture({ path, bytes }: GivenFile): Promise<void> {
  if (bytes > limits.image) throw new AppError('ERR_FILE_TOO_LARGE', 413)
  const type = await fileTypeFromFile(path)
  if (!type || !types.includes(type.mime)) refuseType()
  const size = await measurePicture(path)
  if (size === 'tooLarge') throw new AppError('ERR_FILE_TOO_LARGE', 413)
  if (!size) refuseType()
}

function refuseType(error?: unknown): never {
  throw error instanceof AppError ? error : new AppError('ERR_FILE_TYPE', 415)
}
