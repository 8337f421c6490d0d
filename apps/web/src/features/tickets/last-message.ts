import { hiddenBody, limits } from '@guiche/contract'
import type { TFunction } from 'i18next'
import { cutAt, summaryOf, withoutSigner } from '../../lib/text/summary.ts'
import type { ListedTicket } from './ticket-lists.ts'

const kinds = [
  'image',
  'audio',
  'video',
  'application',
  'locationMessage',
  'contactMessage',
  'sticker',
  'stickerMessage',
  'call_log',
  'viewOnceMessage',
  'placeholderMessage',
]

/** As the network calls a kind that nobody here knows. */
const unknownKind = /^[a-z]+[A-Za-z]*Message(V\d+)?$/

/** The last message in one line: its words, else what it is. */
export function lastMessageOf(
  { lastMessage, fromMe }: Pick<ListedTicket, 'lastMessage' | 'fromMe'>,
  t: TFunction,
): string {
  if (lastMessage === hiddenBody) return t('tickets.kinds.deleted')
  if (kinds.includes(lastMessage)) return t(`tickets.kinds.${lastMessage}`)
  if (lastMessage.startsWith('data:image')) return t('tickets.kinds.locationMessage')
  if (lastMessage.startsWith('BEGIN:VCARD')) return t('tickets.kinds.contactMessage')
  if (unknownKind.test(lastMessage)) return t('tickets.kinds.unknown')
  const said = fromMe ? withoutSigner(lastMessage) : lastMessage
  return cutAt(summaryOf(said), limits.lastMessagePreview)
}
