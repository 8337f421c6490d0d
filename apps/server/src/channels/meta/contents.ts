import type { Choices, OutboundMessage } from '@guiche/channel'
import { type FileKind, type Network, type PageContent, fileKindOf, splitText } from '@guiche/meta'
import type { Readable } from 'node:stream'

interface Files {
  /** Undefined: there is no such file. */
  size(companyId: number, storageKey: string): Promise<number | undefined>
  open(companyId: number, storageKey: string): Readable
  linkOf(companyId: number, storageKey: string): string
}

/** The parts in which a message is sent, always the same for the same message. Undefined: the network does not take the file. */
export async function contentsOf(
  network: Network,
  outbound: OutboundMessage,
  files: Files,
): Promise<PageContent[] | undefined> {
  switch (outbound.kind) {
    case 'template':
      return textsOf(network, outbound.body)
    case 'text':
      return withReplies(textsOf(network, outbound.body), outbound.choices)
    case 'contacts':
      return textsOf(network, outbound.vCards.map(readable).join('\n\n'))
    case 'location': {
      const { latitude, longitude, name, address } = outbound.location
      const map = `https://www.google.com/maps?q=${latitude},${longitude}`
      return textsOf(network, [name, address, map].filter(Boolean).join('\n'))
    }
    case 'media': {
      const { companyId, media, shownAs, caption } = outbound
      const bytes = await files.size(companyId, media.storageKey)
      const kind = bytes === undefined ? undefined : fileKindOf(network, { shownAs, mime: media.mime, bytes })
      if (bytes === undefined || kind === undefined) return undefined
      const file = fileOf(network, kind, { companyId, media, bytes, files })
      return [file, ...textsOf(network, caption)]
    }
  }
}

const textsOf = (network: Network, text: string): PageContent[] =>
  splitText(network, text).map((part) => ({ text: part }))

/** They stand below the last part. */
function withReplies(contents: PageContent[], choices: Choices | undefined): PageContent[] {
  const last = contents.at(-1)
  if (!choices || !last || !('text' in last)) return contents
  const quickReplies = choices.options.map(({ id, title }) => ({ title, payload: id }))
  return [...contents.slice(0, -1), { ...last, quickReplies }]
}

interface Sent {
  companyId: number
  media: { storageKey: string; mime: string; name: string }
  bytes: number
  files: Files
}

/** Instagram fetches files by itself; Messenger gets them with the call, so that they need no address. */
function fileOf(network: Network, kind: FileKind, { companyId, media, bytes, files }: Sent): PageContent {
  const { storageKey, mime, name } = media
  if (network === 'instagram') return { kind, url: files.linkOf(companyId, storageKey) }
  return { kind, upload: { name, mime, bytes, open: () => files.open(companyId, storageKey) } }
}

/** Name and numbers of a card, because these networks have no cards. */
function readable(vCard: string): string {
  const values = vCard.split(/\r?\n/).flatMap((line) => {
    const [, field = '', value = ''] = /^(?:item\d+\.)?([A-Z]+)[^:]*:(.*)$/.exec(line) ?? []
    return ['FN', 'TEL', 'EMAIL'].includes(field) ? [value] : []
  })
  return values.join('\n')
}
