import sharp, { type Sharp } from 'sharp'
import { createFairSemaphore } from '../work/fair-semaphore.ts'

/**
 * Pictures that browsers show and that we are willing to decode: no SVG, no PDF, nothing that loads something else
 * (S56).
 */
const decoders = [
  'VipsForeignLoadJpegFile',
  'VipsForeignLoadPngFile',
  'VipsForeignLoadWebpFile',
  'VipsForeignLoadNsgifFile',
]
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: decoders })
// One picture uses one core and nothing is cached, so that a flood of pictures cannot use up memory.
sharp.concurrency(1)
sharp.cache(false)

const maxPixels = 50_000_000
const maxSeconds = 20

/**
 * Pictures that are drawn at a time, shared among companies. Drawing takes one of the four threads on which the process
 * also checks passwords and reads files, for up to `maxSeconds`.
 */
const turns = createFairSemaphore({ slots: 2, maxPerKey: 1, share: 1, maxWaiting: 20, timeout: 30_000 })

export interface Drawing {
  /** Whose turn it is. */
  companyId: number
  from: string
  to: string
}

export type PictureSize = { width: number; height: number }

/**
 * Its size as shown, with its orientation applied. `tooLarge`: more than 50 megapixels. Undefined: not a readable
 * picture.
 */
export async function measurePicture(path: string): Promise<PictureSize | 'tooLarge' | undefined> {
  try {
    const { autoOrient } = await sharp(path, { limitInputPixels: false }).metadata()
    const { width, height } = autoOrient
    if (width < 1 || height < 1) return undefined
    return width * height > maxPixels ? 'tooLarge' : { width, height }
  } catch {
    return undefined
  }
}

/**
 * A small WebP of at most `side` pixels per side, without metadata of the camera (S57). Only the first frame of an
 * animation. Throws ERR_BUSY (503) when too many pictures wait.
 */
export async function writeThumbnail({ companyId, from, to }: Drawing, side: number): Promise<PictureSize> {
  const { width, height } = await turns.run(companyId, () =>
    open(from)
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 75 })
      .toFile(to),
  )
  return { width, height }
}

/**
 * A plain JPEG of at most `side` pixels per side, on white: every network shows it. Only the first frame of an animation. Throws
 * ERR_BUSY (503) when too many pictures wait.
 */
export async function writeJpeg({ companyId, from, to }: Drawing, side: number): Promise<void> {
  await turns.run(companyId, () =>
    open(from)
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 82 })
      .toFile(to),
  )
}

const stickerSide = 512

/**
 * A WebP in the size of a sticker: the whole picture on a transparent background. Animations stay animated. Throws
 * ERR_BUSY (503) when too many pictures wait.
 */
export async function writeSticker({ companyId, from, to }: Drawing): Promise<void> {
  const { pages = 1 } = await sharp(from, { limitInputPixels: maxPixels }).metadata()
  await turns.run(companyId, () =>
    open(from, { animated: pages > 1 })
      .resize({ width: stickerSide, height: stickerSide, fit: 'contain', background: '#0000' })
      .webp({ quality: 75 })
      .toFile(to),
  )
}

const open = (path: string, { animated = false } = {}): Sharp =>
  sharp(path, { limitInputPixels: maxPixels, failOn: 'truncated', autoOrient: !animated, animated }).timeout({
    seconds: maxSeconds,
  })
