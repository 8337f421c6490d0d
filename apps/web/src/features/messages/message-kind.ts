import { type MessageView, hiddenBody, wordsOf } from '@guiche/contract'

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

/** Whose message of ours it is, if no user has written it: the key of its text. */
export const writerOf = ({ origin, writtenIn }: Pick<MessageView, 'origin' | 'writtenIn'>) => writtenIn ?? origin

/** Why a message has no content here: view once, not received from the phone yet, not told by the network, or of an unknown kind. */
export function reasonOf({
  mediaType,
}: Pick<MessageView, 'mediaType'>): 'viewOnce' | 'missing' | 'unsupported' | 'unknown' {
  if (mediaType === 'viewOnceMessage') return 'viewOnce'
  if (mediaType === 'unsupported') return 'unsupported'
  return mediaType === 'placeholderMessage' ? 'missing' : 'unknown'
}

/** Whether the content fills the bubble from edge to edge. */
export function hasVisual(message: MessageView): boolean {
  const kind = kindOf(message)
  if (message.isDeleted && message.mediaUrl === null) return false
  return kind === 'image' || kind === 'video' || kind === 'location' || kind === 'sticker'
}

/** Deleted without its text. The company may keep texts that contacts delete; those are shown, marked as deleted. */
export const isHidden = ({ isDeleted, fromMe, body }: Pick<MessageView, 'isDeleted' | 'fromMe' | 'body'>): boolean =>
  isDeleted && (fromMe || body === hiddenBody)

/** The text in the bubble. Cards and locations are drawn differently; the name above it stands for the signature. */
export function bodyOf(message: MessageView): string {
  const kind = kindOf(message)
  if (isHidden(message)) return ''
  if (message.isDeleted) return message.body
  if (kind === 'location' || kind === 'contact') return ''
  return wordsOf(message)
}
