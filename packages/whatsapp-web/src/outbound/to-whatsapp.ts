import type { Readable } from 'node:stream'
import type { OutboundFile, OutboundMessage } from '@guiche/channel'
import { type GeoLocation, cardsOf } from '@guiche/contract'
import type { AnyMessageContent, AnyRegularMessageContent, proto } from '@whiskeysockets/baileys'

/** Opens a stored file. */
export type OpenFile = (storageKey: string) => Promise<Readable>

const forwarded: proto.IContextInfo = { isForwarded: true, forwardingScore: 1 }

/** Without this, the library would start a program in a shell to make one (security S46). */
const noThumbnail = { jpegThumbnail: '' }

/** Converts an outbound message to the library's format. */
export async function toWhatsApp(outbound: OutboundMessage, openFile: OpenFile): Promise<AnyMessageContent> {
  const contextInfo = outbound.isForwarded ? { contextInfo: forwarded } : {}
  switch (outbound.kind) {
    case 'template':
    case 'text':
      // No preview: the library would fetch the link from this machine (security S57).
      return { text: outbound.body, linkPreview: null, ...contextInfo }
    case 'media':
      return { ...fileOf(outbound, await openFile(outbound.media.storageKey)), ...contextInfo }
    case 'contacts':
      return { contacts: contactsOf(outbound.vCards), ...contextInfo }
    case 'location':
      return { location: locationOf(outbound.location), ...contextInfo }
  }
}

function fileOf(
  { media: { mime, name, seconds, wave }, shownAs, ...outbound }: OutboundFile,
  stream: Readable,
): AnyRegularMessageContent {
  const caption = outbound.caption === '' ? {} : { caption: outbound.caption }
  switch (shownAs) {
    case 'sticker':
      return { sticker: { stream } }
    case 'image':
      return { image: { stream }, mimetype: mime, ...caption }
    case 'video':
      return { video: { stream }, mimetype: mime, ...noThumbnail, ...caption }
    case 'audio':
      return { audio: { stream }, ...soundOf(mime), ...soundDetails(seconds, wave) }
    case 'document':
      return { document: { stream }, mimetype: mime, fileName: name || 'arquivo', ...caption }
  }
}

/** Phones draw a recording with its wave; the library can compute neither. */
const soundDetails = (seconds: number | undefined, wave: number[] | undefined) => ({
  ...(seconds !== undefined && { seconds }),
  ...(wave && { waveform: Uint8Array.from(wave) }),
})

/** Only opus in ogg plays as a voice note everywhere; other formats are sent as audio files. */
export function soundOf(mime: string): { ptt: boolean; mimetype: string } {
  const isVoice = mime.startsWith('audio/ogg')
  return { ptt: isVoice, mimetype: isVoice ? 'audio/ogg; codecs=opus' : mime }
}

export function contactsOf(vCards: string[]) {
  const contacts = vCards.map((vcard) => ({ vcard, displayName: cardsOf(vcard)[0]?.name ?? '' }))
  return { displayName: contacts.map(({ displayName }) => displayName).join(', '), contacts }
}

export function locationOf({ latitude, longitude, name, address }: GeoLocation): proto.Message.ILocationMessage {
  return {
    degreesLatitude: latitude,
    degreesLongitude: longitude,
    ...(name && { name }),
    ...(address && { address }),
  }
}
