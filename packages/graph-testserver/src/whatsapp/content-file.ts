import type { PhoneNumber } from '../business/phone-number.ts'
import { misfit } from '../media/kinds.ts'
import type { WhatsAppMessage } from './message.ts'

interface SentFile {
  bytes: Buffer
  mimeType: string
  name: string | undefined
}

const kinds = ['image', 'video', 'audio', 'document', 'sticker']

/** The file of a message, undefined if it has none, or why it cannot be delivered. Links are fetched. */
export async function fileOf(
  number: PhoneNumber,
  { type, content }: WhatsAppMessage,
): Promise<SentFile | string | undefined> {
  if (!kinds.includes(type)) return undefined
  const { id, link, voice, filename } = content
  const name = typeof filename === 'string' ? filename : undefined
  const file = typeof link === 'string' ? await fetched(link) : uploaded(number, String(id))
  if (typeof file === 'string') return file
  return misfit(type, file.mimeType, file.bytes, voice === true) ?? { ...file, name: name ?? file.name }
}

function uploaded(number: PhoneNumber, id: string): SentFile | string {
  const file = number.world.directory.find(id)
  if (file?.kind !== 'media') return `There is no media file ${id}.`
  return { bytes: file.bytes, mimeType: file.mimeType, name: file.name }
}

async function fetched(link: string): Promise<SentFile | string> {
  try {
    const response = await fetch(link, { signal: AbortSignal.timeout(10_000) })
    if (!response.ok) return `Downloading media from the link was answered with ${response.status}.`
    const mimeType = response.headers.get('content-type') ?? 'application/octet-stream'
    return { bytes: Buffer.from(await response.arrayBuffer()), mimeType, name: undefined }
  } catch {
    return 'Downloading media from the link failed.'
  }
}
