const megabyte = 1024 * 1024

interface MediaKind {
  types: RegExp
  most: number
}

/** What WhatsApp takes, and how large. A document may be anything that is no other kind. */
const kinds: Record<string, MediaKind> = {
  audio: { types: /^audio\/(aac|amr|mpeg|mp4|ogg)$/, most: 16 * megabyte },
  image: { types: /^image\/(jpeg|png)$/, most: 5 * megabyte },
  sticker: { types: /^image\/webp$/, most: 500 * 1024 },
  video: { types: /^video\/(mp4|3gpp)$/, most: 16 * megabyte },
  document: { types: /^(?!(audio|image|video)\/).+\/.+$/, most: 100 * megabyte },
}

export const bareType = (type: string): string => type.split(';')[0]?.trim().toLowerCase() ?? ''

/** Whether it can be uploaded at all. */
export const isKnownType = (type: string): boolean =>
  Object.values(kinds).some(({ types }) => types.test(bareType(type)))

/** The most bytes of a file of this type. */
export function mostBytes(type: string): number {
  return Math.max(...Object.values(kinds).map(({ types, most }) => (types.test(bareType(type)) ? most : 0)))
}

/** Why a file cannot be sent as an image, a voice note and so on; undefined if it can. */
export function misfit(kind: string, mimeType: string, bytes: Buffer, isVoice = false): string | undefined {
  const type = bareType(mimeType)
  const rule = kinds[kind]
  const fits = rule && (kind === 'document' || rule.types.test(type))
  if (!fits) return `A file of the type ${type} cannot be sent as ${kind}.`
  if (bytes.length > rule.most) return `The file is larger than ${rule.most} bytes.`
  if (type === 'image/webp' && !isAnimated(bytes) && bytes.length > 100 * 1024)
    return 'A sticker that does not move has at most 100 KB.'
  if (isVoice && type !== 'audio/ogg') return 'A voice note has to be Ogg with Opus.'
  if (type === 'audio/ogg' && !isOpus(bytes)) return 'Ogg is only supported with the Opus codec.'
  return undefined
}

const isAnimated = (bytes: Buffer) => bytes.subarray(0, 64).includes('ANIM')

const isOpus = (bytes: Buffer) =>
  bytes.subarray(0, 4).toString() === 'OggS' && bytes.subarray(0, 64).includes('OpusHead')
