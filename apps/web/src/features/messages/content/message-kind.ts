import { type MessageView, hiddenBody } from '@guiche/contract'

export type Kind =
  | 'text'
  | 'image'
  | 'sticker'
  | 'video'
  | 'audio'
  | 'document'
  | 'location'
  | 'contact'
  | 'call'
  | 'unknown'

const kinds: Record<string, Kind> = {
  conversation: 'text',
  extendedTextMessage: 'text',
  text: 'text',
  chat: 'text',
  reactionMessage: 'text',
  image: 'image',
  sticker: 'sticker',
  stickerMessage: 'sticker',
  video: 'video',
  audio: 'audio',
  application: 'document',
  document: 'document',
  locationMessage: 'location',
  liveLocationMessage: 'location',
  contactMessage: 'contact',
  contactsArrayMessage: 'contact',
  call_log: 'call',
}

export const kindOf = ({ mediaType }: Pick<MessageView, 'mediaType'>): Kind =>
  Object.hasOwn(kinds, mediaType) ? (kinds[mediaType] ?? 'unknown') : 'unknown'

/** Why something is not shown: it can be seen on the phone alone, or has not come from there yet, or nobody here knows its kind. */
export function reasonOf({ mediaType }: Pick<MessageView, 'mediaType'>): 'viewOnce' | 'missing' | 'unknown' {
  if (mediaType === 'viewOnceMessage') return 'viewOnce'
  return mediaType === 'placeholderMessage' ? 'missing' : 'unknown'
}

/** Fills its bubble from edge to edge. */
export function hasVisual(message: MessageView): boolean {
  const kind = kindOf(message)
  if (message.isDeleted && message.mediaUrl === null) return false
  return kind === 'image' || kind === 'video' || kind === 'location' || kind === 'sticker'
}

/** Taken back, and its words with it. What a contact takes back may be kept by the company: then it is shown as such. */
export const isHidden = ({ isDeleted, fromMe, body }: Pick<MessageView, 'isDeleted' | 'fromMe' | 'body'>): boolean =>
  isDeleted && (fromMe || body === hiddenBody)

/** What is to be read in the bubble. Cards and places have their own form; a signature repeats the name that stands above. */
export function bodyOf(message: MessageView): string {
  const kind = kindOf(message)
  if (isHidden(message)) return ''
  if (message.isDeleted) return message.body
  if (kind === 'location' || kind === 'contact') return ''
  return unsigned(message)
}

export const unsigned = ({ body, fromMe, user }: Pick<MessageView, 'body' | 'fromMe' | 'user'>): string =>
  fromMe && user ? withoutSignature(body, user.name) : body

/** What a form has sent ends its lines with two signs. */
export function withoutSignature(body: string, name: string): string {
  const signature = `*${name}:*`
  return body.startsWith(signature) ? body.slice(signature.length).replace(/^\r?\n/, '') : body
}
