import { exceededLimit } from '../../../lib/largest-file.ts'
import { randomId } from '../../../lib/uuid.ts'

/** A file that has been chosen and not yet sent. */
export interface Attachment {
  id: string
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

export function attachmentsOf(files: Iterable<File>): Attachment[] {
  return [...files]
    .filter(({ size }) => size > 0)
    .map((file) => ({
      id: randomId(),
      name: file.name,
      type: file.type,
      size: file.size,
      url: URL.createObjectURL(file),
      caption: '',
      tooLarge: exceededLimit(file),
      file,
      quickMessageId: undefined,
    }))
}

export const attachmentOf = (stored: StoredFile, caption: string): Attachment => ({
  ...stored,
  id: randomId(),
  caption,
  tooLarge: undefined,
  file: undefined,
})

export function releaseAttachments(attachments: Attachment[]): void {
  for (const { file, url } of attachments) if (file) URL.revokeObjectURL(url)
}
