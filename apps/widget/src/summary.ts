import { plainText } from './format-text.ts'
import type { ChatMessage } from './messages/messages.ts'
import type { Translation } from './texts/index.ts'
import { mediaKind } from './ui/media.tsx'

type Said = Pick<ChatMessage, 'body' | 'mediaType'> & Partial<ChatMessage>

const things = { contactMessage: 'contact', locationMessage: 'place' } as const

/** A message as one line: its text, else its file name, else its kind. */
export function summaryOf(said: Said, t: Translation['t']): string {
  const named = said.cards?.map(({ name }) => name).join(', ') || said.place?.name
  const thing = Object.entries(things).find(([type]) => type === said.mediaType)?.[1]
  return plainText(said.body) || named || t(mediaKind(said) ?? thing ?? 'message')
}
