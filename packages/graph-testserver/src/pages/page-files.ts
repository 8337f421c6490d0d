import type { Upload } from '../http/ask.ts'
import { bareType } from '../media/kinds.ts'
import { refuse } from '../refusals/refuse.ts'

const megabyte = 1024 * 1024

interface Rule {
  types: RegExp
  most: number
}

/** What each network takes, and how large. */
const rules: Record<'page' | 'instagram', Record<string, Rule>> = {
  page: {
    image: { types: /^image\/(jpeg|png|gif)$/, most: 8 * megabyte },
    audio: { types: /^(audio|video)\//, most: 25 * megabyte },
    video: { types: /^video\//, most: 25 * megabyte },
    file: { types: /./, most: 25 * megabyte },
  },
  instagram: {
    image: { types: /^image\/(jpeg|png|gif)$/, most: 8 * megabyte },
    audio: { types: /^(audio\/(aac|m4a|x-m4a|mp4|wav|x-wav|wave)|video\/mp4)$/, most: 25 * megabyte },
    video: { types: /^video\/(mp4|ogg|x-msvideo|avi|quicktime|webm)$/, most: 25 * megabyte },
    file: { types: /^application\/pdf$/, most: 25 * megabyte },
  },
}

export interface PageFile {
  bytes: Buffer
  mimeType: string
  name: string | undefined
}

/** The file of a message, from its address or from the form. It is looked at before the message is accepted. */
export async function fileFor(
  network: 'page' | 'instagram',
  type: string,
  url: string | undefined,
  upload: Upload | undefined,
): Promise<PageFile> {
  const file = url === undefined ? uploaded(network, upload) : await fetched(url)
  const rule = rules[network][type]
  if (!rule?.types.test(bareType(file.mimeType)))
    throw refuse(100, { message: `A file of the type ${file.mimeType} cannot be sent as ${type}`, subcode: 2534080 })
  if (file.bytes.length > rule.most) throw refuse(100, { message: 'The attachment is too large', subcode: 2018109 })
  return file
}

function uploaded(network: string, upload: Upload | undefined): PageFile {
  if (network === 'instagram')
    throw refuse(100, { message: 'Instagram takes files by their address only', subcode: 2534080 })
  if (!upload) throw refuse(100, { message: 'The attachment needs an address or a file' })
  return { bytes: upload.bytes, mimeType: upload.type, name: upload.name }
}

async function fetched(url: string): Promise<PageFile> {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
  if (!response?.ok) throw refuse(100, { message: 'Failed to fetch the file from the url', subcode: 2018008 })
  const mimeType = response.headers.get('content-type') ?? 'application/octet-stream'
  return { bytes: Buffer.from(await response.arrayBuffer()), mimeType, name: undefined }
}
