import { limits } from '@guiche/contract'
import { randomId } from '../../../lib/uuid.ts'

/** A file that has been chosen and not yet sent. */
export interface Attachment {
  id: string
  file: File
  url: string
  caption: string
  /** The size limit of its kind, if the file exceeds it. */
  tooLarge: number | undefined
}

export function attachmentsOf(files: Iterable<File>): Attachment[] {
  return [...files]
    .filter(({ size }) => size > 0)
    .map((file) => ({ id: randomId(), file, url: URL.createObjectURL(file), caption: '', tooLarge: tooLarge(file) }))
}

export function releaseAttachments(attachments: Attachment[]): void {
  for (const { url } of attachments) URL.revokeObjectURL(url)
}

/** Limits of the networks, by kind (S56); the server decides. */
function tooLarge({ type, size }: File): number | undefined {
  const most = type.startsWith('image/')
    ? limits.image
    : /^(audio|video)\//.test(type)
      ? limits.audioOrVideo
      : limits.document
  return size > most ? most : undefined
}
