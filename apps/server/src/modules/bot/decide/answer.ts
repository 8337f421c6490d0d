import { texts } from '#texts'
import type { MessageEvent } from './turn.ts'

/**
 * The number that a message is, if it is one and nothing else. Phones write the digits on their keys with two more
 * characters, and some customers copy the brackets of the menu.
 */
export function choiceIn({ text, media }: Pick<MessageEvent, 'text' | 'media'>): number | undefined {
  if (media !== 'none') return undefined
  const digits = /^\[?\s*(\d{1,4})\s*\]?[.!)]*$/.exec(text.replaceAll(/[\uFE0F\u20E3*]/g, '').trim())?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** "sair" leaves in every language, because existing customers know it. */
export const isLeaving = ({ text, media }: Pick<MessageEvent, 'text' | 'media'>, word: string): boolean =>
  media === 'none' && (fold(text) === fold(word) || fold(text) === 'sair')

export const isBack = ({ text, media }: MessageEvent): boolean =>
  media === 'none' && text.replaceAll(/[\uFE0F\u20E3]/g, '').trim() === '#'

const fold = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .replaceAll('ı', 'i')

const leaveWords = Object.values(texts).map(({ bot }) => bot.leave.word)

/** Whether the bot may close the ticket for this message, so that the customer's next one belongs to another ticket. */
export const mayEndTicket = (event: Pick<MessageEvent, 'text' | 'media'>): boolean =>
  choiceIn(event) !== undefined || leaveWords.some((word) => isLeaving(event, word))
