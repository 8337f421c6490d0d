import type { Readable } from 'node:stream'
import type { Outbound, OutboundMedia } from '@guiche/channel'
import { cardsOf, placeIn, vCardsIn } from '@guiche/contract'
import type { AnyMessageContent, AnyRegularMessageContent, proto } from '@whiskeysockets/baileys'

/** Gives a stored file, from its beginning. */
export type OpenFile = (storageKey: string) => Promise<Readable>

const forwarded: proto.IContextInfo = { isForwarded: true, forwardingScore: 1 }

/** Left out, the library would have one made by a program that it starts in a shell (security S46). */
const noThumbnail = { jpegThumbnail: '' }

/** A message of ours in the library's words. */
export async function toWhatsApp(outbound: Outbound, openFile: OpenFile): Promise<AnyMessageContent> {
  const { media, body, isForwarded } = outbound
  const contextInfo = isForwarded ? { contextInfo: forwarded } : {}
  if (media) return { ...fileOf(media, await openFile(media.storageKey), outbound), ...contextInfo }
  if (outbound.mediaType === 'contactMessage') return { contacts: contactsIn(body), ...contextInfo }
  if (outbound.mediaType === 'locationMessage') {
    const place = placeOf(body)
    if (place) return { location: place, ...contextInfo }
  }
  // No preview: the library would fetch the link from this machine (security S57).
  return { text: body, linkPreview: null, ...contextInfo }
}

function fileOf(
  { mime, name }: OutboundMedia,
  stream: Readable,
  { body, mediaType }: Outbound,
): AnyRegularMessageContent {
  const caption = body === '' ? {} : { caption: body }
  const [type] = mime.split('/')
  if (mediaType === 'sticker') return { sticker: { stream } }
  if (mediaType === 'image' && type === 'image') return { image: { stream }, mimetype: mime, ...caption }
  if (mediaType === 'video' && type === 'video')
    return { video: { stream }, mimetype: mime, ...noThumbnail, ...caption }
  if (mediaType === 'audio' && type === 'audio') return { audio: { stream }, ...soundOf(mime) }
  return { document: { stream }, mimetype: mime, fileName: name || 'arquivo', ...caption }
}

/** Only opus in ogg is played as a voice note everywhere; what else there is goes as an audio file. */
export function soundOf(mime: string): { ptt: boolean; mimetype: string } {
  const isVoice = mime.startsWith('audio/ogg')
  return { ptt: isVoice, mimetype: isVoice ? 'audio/ogg; codecs=opus' : mime }
}

export function contactsIn(body: string) {
  const contacts = vCardsIn(body).map((vcard) => ({ vcard, displayName: cardsOf(vcard)[0]?.name ?? '' }))
  return { displayName: contacts.map(({ displayName }) => displayName).join(', '), contacts }
}

export function placeOf(body: string): proto.Message.ILocationMessage | undefined {
  const place = placeIn(body)
  if (!place) return undefined
  const { latitude, longitude, name, address } = place
  return {
    degreesLatitude: latitude,
    degreesLongitude: longitude,
    ...(name && { name }),
    ...(address && { address }),
  }
}
