import type { Network } from './network.ts'

export type FileKind = 'image' | 'audio' | 'video' | 'file'

interface Rule {
  types: RegExp
  /** In bytes. */
  most: number
}

const megabyte = 1024 * 1024

const rules: Record<Network, Record<FileKind, Rule>> = {
  facebook: {
    image: { types: /^image\/(jpeg|png|gif)$/, most: 8 * megabyte },
    audio: { types: /^audio\//, most: 25 * megabyte },
    video: { types: /^video\//, most: 25 * megabyte },
    file: { types: /./, most: 25 * megabyte },
  },
  instagram: {
    image: { types: /^image\/(jpeg|png|gif)$/, most: 8 * megabyte },
    audio: { types: /^audio\/(aac|m4a|x-m4a|mp4|wav|x-wav|wave)$/, most: 25 * megabyte },
    video: { types: /^video\/(mp4|ogg|x-msvideo|avi|quicktime|webm)$/, most: 25 * megabyte },
    file: { types: /^application\/pdf$/, most: 25 * megabyte },
  },
}

/**
 * As what a file can be sent. A type that the network does not show goes as a file, where it takes files of that type.
 * Undefined: the network takes no such file, or none that large.
 */
export function fileKindOf(
  network: Network,
  { shownAs, mime, bytes }: { shownAs: string; mime: string; bytes: number },
): FileKind | undefined {
  const type = bareType(mime)
  const wanted = shownAs === 'sticker' ? 'image' : shownAs
  const kinds: FileKind[] = wanted === 'image' || wanted === 'audio' || wanted === 'video' ? [wanted, 'file'] : ['file']
  return kinds.find((kind) => rules[network][kind].types.test(type) && bytes <= rules[network][kind].most)
}

export const bareType = (mime: string): string => (mime.split(';')[0] ?? '').trim().toLowerCase()
