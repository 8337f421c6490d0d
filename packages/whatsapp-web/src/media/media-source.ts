import type { InboundMedia } from '@guiche/channel'
import type { proto } from '@whiskeysockets/baileys'
import { z } from 'zod'

interface MediaSaid {
  mediaType: string
  body: string
  media: Exclude<InboundMedia, { fileId: number }>
}

type FileMessage = proto.Message.IImageMessage &
  Partial<Pick<proto.Message.IDocumentMessage, 'fileName' | 'title'>> &
  Partial<Pick<proto.Message.IAudioMessage, 'ptt'>>

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
    },
  }
}

/** The sender can write any number; null if no file can have that size. */
function sizeOf(length: FileMessage['fileLength']): number | null {
  const bytes = Number(length ?? Number.NaN)
  return Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : null
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
