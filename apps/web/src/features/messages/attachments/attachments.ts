import { limits } from '@guiche/contract'
import { exceededLimit } from '../../../lib/files/largest-file.ts'
import { readable } from '../../../lib/text/plain-text.ts'
import { randomId } from '../../../lib/uuid.ts'

/** A file that has been chosen and not yet sent. */
export interface Attachment {
  id: string
  /** The name of the file as it is shown, without characters that hide what it is. */
  name: string
  type: string
  size: number
  url: string
  caption: string
  /** The size limit of its kind, if the file exceeds it. */
  tooLarge: number | undefined
  /** Absent if the server has the file already. */
  file: File | undefined
  /** The quick message that the file belongs to. */
  quickMessageId: number | undefined
}

/** A file of a quick message, which the server sends as it has it. */
export type StoredFile = Pick<Attachment, 'name' | 'type' | 'size' | 'url'> & { quickMessageId: number }

export const attachmentOf = (file: File): Attachment => ({
  id: randomId(),
  name: readable(file.name),
  type: file.type,
  size: file.size,
  url: URL.createObjectURL(file),
  caption: '',
  tooLarge: exceededLimit(file),
  file,
  quickMessageId: undefined,
})

export const storedAttachmentOf = (stored: StoredFile, caption: string): Attachment => ({
  ...stored,
  id: randomId(),
  caption,
  tooLarge: undefined,
  file: undefined,
})

export function releaseAttachments(attachments: readonly Attachment[]): void {
  for (const { file, url } of attachments) if (file) URL.revokeObjectURL(url)
}

interface Chosen {
  taken: File[]
  /** They have no content. */
  empty: File[]
  /** There was no room for all of them. */
  isTooMany: boolean
}

export function chosenOf(files: readonly File[], free: number): Chosen {
  const filled = files.filter(({ size }) => size > 0)
  return {
    taken: filled.slice(0, Math.max(0, free)),
    empty: files.filter(({ size }) => size === 0),
    isTooMany: filled.length > free,
  }
}

/** A sticker is made of a picture that the networks take. */
export const isStickerFit = ({ type, size }: File): boolean =>
  type.startsWith('image/') && size > 0 && size <= limits.image
