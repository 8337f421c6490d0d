import { limits } from '@guiche/contract'

/** The size limit of the file's kind in bytes, if the file exceeds it. Limits of the networks (S56); the server decides. */
export function exceededLimit({ type, size }: Pick<File, 'type' | 'size'>): number | undefined {
  const most = type.startsWith('image/')
    ? limits.image
    : /^(audio|video)\//.test(type)
      ? limits.audioOrVideo
      : limits.document
  return size > most ? most : undefined
}
