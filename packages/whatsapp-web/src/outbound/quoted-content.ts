import type { Quoted } from '@guiche/channel'
import { locationIn, vCardsIn } from '@guiche/contract'
import type { proto } from '@whiskeysockets/baileys'
import { contactsOf, locationOf, soundOf } from './to-whatsapp.ts'

/** The quote that the customer sees above an answer: kind and text of the message, without its file. */
export const quotedContent = (quoted: Quoted): proto.IMessage =>
  cardsOf(quoted) ?? pointOf(quoted) ?? fileOf(quoted) ?? { conversation: quoted.body }

function cardsOf({ mediaType, body }: Quoted): proto.IMessage | undefined {
  if (mediaType !== 'contactMessage' && mediaType !== 'contactsArrayMessage') return undefined
  const cards = contactsOf(vCardsIn(body))
  const [first, ...others] = cards.contacts
  if (!first) return undefined
  return others.length > 0 ? { contactsArrayMessage: cards } : { contactMessage: first }
}

function pointOf({ mediaType, body }: Quoted): proto.IMessage | undefined {
  if (mediaType !== 'locationMessage' && mediaType !== 'liveLocationMessage') return undefined
  const location = locationIn(body)
  return location && { locationMessage: locationOf(location) }
}

function fileOf({ mediaType, body, media }: Quoted): proto.IMessage | undefined {
  const mimetype = media && { mimetype: media.mime }
  const caption = body === '' ? {} : { caption: body }
  switch (mediaType) {
    case 'image':
      return { imageMessage: { ...mimetype, ...caption } }
    case 'video':
      return { videoMessage: { ...mimetype, ...caption } }
    case 'audio':
      return { audioMessage: media ? soundOf(media.mime) : {} }
    case 'application':
      return { documentMessage: { ...mimetype, ...(media?.name && { fileName: media.name }), ...caption } }
    case 'sticker':
      return { stickerMessage: { ...mimetype } }
    default:
      return undefined
  }
}
