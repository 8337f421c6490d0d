import { type TicketView, hiddenBody } from '@guiche/contract'
import type { TFunction } from 'i18next'
import { summaryOf, withoutSigner } from './summary.ts'

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

/** The network's name of a kind that is unknown here. */
const unknownKind = /^([a-z]+[A-Za-z]*Message(V\d+)?|unsupported)$/

/** A place with or without a picture of its map. */
const place = /^(data:image|\|https:\/\/maps\.)/

type LastMessage = Pick<TicketView, 'lastMessage' | 'fromMe' | 'lastMessageAuthor'>

/** The last message as one line: its text, else its kind; in groups with the author. */
export function lastMessageOf(ticket: LastMessage, t: TFunction): string {
  const said = saidIn(ticket, t)
  const { lastMessageAuthor: author } = ticket
  return author ? `${calledName(author)}: ${said}` : said
}

/** The first name, or the whole number. */
const calledName = (name: string) => (name.startsWith('+') ? name : name.split(' ')[0])

function saidIn({ lastMessage, fromMe }: LastMessage, t: TFunction): string {
  if (lastMessage === hiddenBody) return t('tickets.kinds.deleted')
  if (kinds.includes(lastMessage)) return t(`tickets.kinds.${lastMessage}`)
  if (place.test(lastMessage)) return t('tickets.kinds.locationMessage')
  if (lastMessage.startsWith('BEGIN:VCARD')) return t('tickets.kinds.contactMessage')
  if (unknownKind.test(lastMessage)) return t('tickets.kinds.unknown')
  return summaryOf(fromMe ? withoutSigner(lastMessage) : lastMessage)
}
