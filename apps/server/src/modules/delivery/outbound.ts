import { type ChannelFacts, type Outbound, type OutboundFile, type OutboundMessage, shownBy } from '@guiche/channel'
import { locationIn, vCardsIn } from '@guiche/contract'
import { isAfterWindow } from './prevented-by.ts'
import type { OutboxEntry } from './outbox.repository.ts'

/** What a channel has to do for an entry. */
export function outboundOf(companyId: number, entry: OutboxEntry, facts: ChannelFacts): Outbound {
  const { action, payload, body } = entry
  const about = {
    companyId,
    connectionId: entry.connection_id,
    address: entry.address,
    messageId: entry.message_id,
    externalId: entry.external_id,
  }
  const whose = { fromMe: entry.from_me, ...(entry.author !== null && { author: entry.author }) }
  switch (action) {
    case 'send':
      return {
        ...about,
        ...quotedOf(entry, facts),
        ...(entry.is_forwarded && { isForwarded: true }),
        ...(isAfterWindow(facts, entry) && { isLate: true }),
        ...contentOf(entry, facts),
      }
    case 'edit':
      return { ...about, kind: 'edit', body }
    case 'delete':
      return { ...about, ...whose, kind: 'delete' }
    case 'react':
      return { ...about, ...whose, kind: 'reaction', emoji: payload?.emoji ?? '' }
    case 'read': {
      const readAuthors = entry.read_authors ?? undefined
      return { ...about, kind: 'read', readIds: payload?.readIds ?? [], ...(readAuthors && { readAuthors }) }
    }
  }
}

/** The fields of one kind of message, without those that all have. */
type Content<M = OutboundMessage> = M extends OutboundMessage
  ? Omit<M, keyof About | 'quoted' | 'isForwarded' | 'isLate'>
  : never
type About = Pick<Outbound, 'companyId' | 'connectionId' | 'address' | 'messageId' | 'externalId'>

function contentOf(entry: OutboxEntry, facts: ChannelFacts): Content {
  const { media_type, body, menu, template, file_key, file_mime, file_name, ...file } = entry
  if (template && facts.templates) return { kind: 'template', body, template, ...headerOf(entry) }
  if (file_key && file_mime) {
    const { file_seconds: seconds, file_wave: wave } = file
    const known = { ...(seconds !== null && { seconds }), ...(wave !== null && { wave }) }
    const media = { storageKey: file_key, mime: file_mime, name: file_name ?? '', ...known }
    const isRefused = entry.payload?.isFileRefused
    return {
      kind: 'media',
      media,
      shownAs: shownAs(media_type, file_mime),
      caption: body,
      ...(isRefused && { isRefused }),
    }
  }
  if (media_type === 'contactMessage') return { kind: 'contacts', vCards: vCardsIn(body) }
  const location = media_type === 'locationMessage' ? locationIn(body) : undefined
  if (location) return { kind: 'location', location }
  return { kind: 'text', body, ...(menu && shownBy(facts, menu)) }
}

function headerOf({ file_key, file_mime, file_name }: OutboxEntry) {
  return file_key && file_mime ? { media: { storageKey: file_key, mime: file_mime, name: file_name ?? '' } } : {}
}

/** A file whose type does not fit its message is sent as a document. */
function shownAs(mediaType: string, mime: string): OutboundFile['shownAs'] {
  if (mediaType === 'sticker') return 'sticker'
  const [type] = mime.split('/')
  if (mediaType !== type) return 'document'
  return type === 'image' || type === 'video' || type === 'audio' ? type : 'document'
}

/**
 * The quoted message, if it is stored here; one from before the connection may not be. Where we choose the ids, what is quoted goes
 * along; other networks look it up, and know none of the way that the connection has left.
 */
function quotedOf(entry: OutboxEntry, { idsBy }: ChannelFacts): Pick<OutboundMessage, 'quoted'> {
  if (entry.is_quote_of_other_way && idsBy === 'network') return {}
  const { quoted_external_id: externalId, quoted_from_me: fromMe, quoted_author: author, quoted_mime: mime } = entry
  if (externalId === null || fromMe === null) return {}
  return {
    quoted: {
      externalId,
      fromMe,
      body: entry.quoted_body ?? '',
      mediaType: entry.quoted_media_type ?? '',
      ...(mime !== null && { media: { mime, name: entry.quoted_name ?? '' } }),
      ...(author !== null && { author }),
    },
  }
}
