import { z } from 'zod'
import { type Upload, answerMsFor, formOf } from '../graph/form.ts'
import type { GraphClient } from '../graph/graph-client.ts'
import { bareType } from '../pages/file-kind.ts'

export type CloudFileKind = 'image' | 'video' | 'audio' | 'sticker' | 'document'

interface Rule {
  types: RegExp
  /** In bytes. */
  most: number
}

const megabyte = 1024 * 1024

const rules: Record<CloudFileKind, Rule> = {
  image: { types: /^image\/(jpeg|png)$/, most: 5 * megabyte },
  video: { types: /^video\/(mp4|3gpp)$/, most: 16 * megabyte },
  audio: { types: /^audio\/(aac|amr|mpeg|mp4|ogg)$/, most: 16 * megabyte },
  sticker: { types: /^image\/webp$/, most: 500 * 1024 },
  document: { types: /./, most: 100 * megabyte },
}

/** As what a file can be sent: what the network does not show goes as a document. Undefined: it is too large. */
export function cloudFileKindOf({
  shownAs,
  mime,
  bytes,
}: {
  shownAs: CloudFileKind
  mime: string
  bytes: number
}): CloudFileKind | undefined {
  const kinds: CloudFileKind[] = shownAs === 'document' ? ['document'] : [shownAs, 'document']
  return kinds.find((kind) => rules[kind].types.test(bareType(mime)) && bytes <= rules[kind].most)
}

/** Types of pictures, sounds and films that the network shows are uploaded as such, and the others as bytes. */
function uploadedAs(mime: string): string {
  const type = bareType(mime)
  const isShown = Object.entries(rules).some(([kind, { types }]) => kind !== 'document' && types.test(type))
  return isShown || !/^(image|video|audio)\//.test(type) ? mime : 'application/octet-stream'
}

/** Whose file it is: a number, and what opens it. */
export interface NumberAccess {
  numberId: string
  token: string
}

const Uploaded = z.object({ id: z.coerce.string().min(1) })

/** The id by which a message names the file, for thirty days. Repeating it does no harm. */
export async function uploadFile(
  graph: GraphClient,
  { numberId, token }: NumberAccess,
  upload: Upload,
): Promise<string> {
  const mime = uploadedAs(upload.mime)
  const fields = { messaging_product: 'whatsapp', type: mime }
  const form = formOf(fields, { field: 'file', upload: { ...upload, mime } })
  const path = `/${encodeURIComponent(numberId)}/media`
  const call = { method: 'POST', path, token, form, answerMs: answerMsFor(upload), what: 'upload a file' } as const
  return (await graph.call(call, Uploaded)).id
}

const Found = z.object({ url: z.string().min(1) })

/** Where a file that a customer has sent lies for five minutes. It is given to our token alone. */
export async function fileAddress(
  graph: GraphClient,
  { numberId, token }: NumberAccess,
  mediaId: string,
): Promise<string> {
  const path = `/${encodeURIComponent(mediaId)}`
  const params = { phone_number_id: numberId }
  return (await graph.call({ method: 'GET', path, params, token, what: 'find a file' }, Found)).url
}

/** Hosts of Meta, beside that of the API, which files may lie at. Tokens are sent nowhere else. */
const hosts = ['fbsbx.com', 'fbcdn.net', 'facebook.com', 'whatsapp.net']

export function isAddressOfMeta(address: string, graphUrl: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, hostname } = new URL(address)
  const graph = new URL(graphUrl)
  if (protocol === graph.protocol && host === graph.host) return true
  return protocol === 'https:' && hosts.some((one) => hostname === one || hostname.endsWith(`.${one}`))
}
