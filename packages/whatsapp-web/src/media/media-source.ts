import type { InboundMedia, MediaDetails } from '@guiche/channel'
import type { proto } from '@whiskeysockets/baileys'
import { z } from 'zod'

interface MediaSaid {
  mediaType: string
  body: string
  media: Exclude<InboundMedia, { fileId: number }>
}

type FileMessage = proto.Message.IImageMessage &
  Partial<Pick<proto.Message.IDocumentMessage, 'fileName' | 'title' | 'pageCount'>> &
  Partial<Pick<proto.Message.IAudioMessage, 'ptt' | 'seconds' | 'waveform'>>

/** `md-msg-hist` is a chunk of the phone's history. */
const types = ['image', 'video', 'gif', 'ptv', 'audio', 'ptt', 'document', 'sticker', 'md-msg-hist'] as const
type FileType = (typeof types)[number]

/** Everything needed to fetch a file from WhatsApp. Keys and digests are in base64. */
export const MediaSource = z.object({
  type: z.enum(types),
  directPath: z.string().startsWith('/'),
  key: z.string(),
  sha256: z.string().nullable(),
  /** The message of the file, needed to ask the phone for it if it is gone from the host. */
  message: z
    .object({ remoteJid: z.string(), id: z.string(), fromMe: z.boolean(), participant: z.string().nullable() })
    .optional(),
})
export type MediaSource = z.output<typeof MediaSource>

/** The file that a message carries, if any; `body` is its caption. */
export function mediaSourceOf(content: proto.IMessage): MediaSaid | undefined {
  const { imageMessage, videoMessage, ptvMessage, audioMessage, documentMessage, stickerMessage } = content
  if (imageMessage) return file('image', 'image', imageMessage)
  if (videoMessage) return file(videoMessage.gifPlayback ? 'gif' : 'video', 'video', videoMessage)
  if (ptvMessage) return file('ptv', 'video', ptvMessage)
  if (audioMessage) return file(audioMessage.ptt ? 'ptt' : 'audio', 'audio', audioMessage)
  if (documentMessage) return file('document', 'application', documentMessage)
  if (stickerMessage) return file('sticker', 'sticker', stickerMessage)
  return undefined
}

function file(type: FileType, mediaType: string, message: FileMessage): MediaSaid | undefined {
  const { mediaKey, directPath, mimetype, fileName, title, caption, fileLength, fileSha256 } = message
  const details = detailsOf(type, message)
  if (!mediaKey?.length || !directPath?.startsWith('/')) return undefined
  const source: MediaSource = {
    type,
    directPath,
    key: base64(mediaKey),
    sha256: fileSha256 ? base64(fileSha256) : null,
  }
  return {
    mediaType,
    body: caption ?? '',
    media: {
      source: { ...source },
      mime: mimetype?.split(';')[0]?.trim() || 'application/octet-stream',
      name: fileName || title || '',
      bytes: sizeOf(fileLength),
      ...(Object.keys(details).length > 0 && { details }),
    },
  }
}

const mostSeconds = 24 * 3600
const mostPages = 100_000
/** WhatsApp sends 64. */
const mostParts = 128
/** In bytes. Those of WhatsApp have less than 5 kB. */
const largestPreview = 20_000

/** The sender can write anything; what cannot be is left out. */
function detailsOf(type: FileType, { seconds, waveform, pageCount, jpegThumbnail }: FileMessage): MediaDetails {
  const isVideo = type === 'video' || type === 'gif' || type === 'ptv'
  const preview = isVideo && jpegThumbnail && jpegThumbnail.length <= largestPreview ? base64(jpegThumbnail) : ''
  return {
    ...(isCount(seconds, mostSeconds) && { seconds }),
    ...(waveform &&
      waveform.length > 0 && { wave: Array.from(waveform.slice(0, mostParts), (part) => Math.min(100, part)) }),
    ...(isCount(pageCount, mostPages) && { pages: pageCount }),
    ...(preview && { preview }),
  }
}

const isCount = (value: number | null | undefined, most: number): value is number =>
  Number.isInteger(value) && typeof value === 'number' && value > 0 && value <= most

/** The sender can write any number; null if no file can have that size. */
function sizeOf(length: FileMessage['fileLength']): number | null {
  const bytes = Number(length ?? Number.NaN)
  return Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : null
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
