import { foldAnswer } from '@guiche/contract'
import { texts } from '#texts'
import type { MessageEvent } from './turn.ts'

type Answer = Pick<MessageEvent, 'text' | 'media' | 'choiceId'>

/** The option that a message chooses: the one that was tapped, or that its number or its name says. */
export function chosenAmong<T extends { name: string }>(
  event: Answer,
  options: readonly T[],
  idOf: (option: T) => string,
): T | undefined {
  if (event.media !== 'none') return undefined
  const tapped = options.find((option) => idOf(option) === event.choiceId)
  return tapped ?? options[(choiceIn(event) ?? 0) - 1] ?? options.find(({ name }) => isNamed(event, name))
}

/** A question is no answer. */
const isNamed = ({ text }: Answer, name: string) =>
  foldAnswer(name) !== '' && foldAnswer(text) === foldAnswer(name) && !text.includes('?')

/**
 * The number that a message is, if it is one and nothing else. Phones write the digits on their keys with two more
 * characters, and some customers copy the brackets of the menu.
 */
function choiceIn({ text, media }: Answer): number | undefined {
  if (media !== 'none') return undefined
  const digits = /^\[?\s*(\d{1,4})\s*\]?[.!)]*$/.exec(text.replaceAll(/[\uFE0F\u20E3*]/g, '').trim())?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** "sair" leaves in every language, because existing customers know it. */
export const isLeaving = ({ text, media, choiceId }: Answer, word: string): boolean =>
  media === 'none' && (choiceId === choiceIds.leave || fold(text) === fold(word) || fold(text) === 'sair')

export const isBack = (event: Answer, name: string): boolean =>
  event.media === 'none' &&
  (event.choiceId === choiceIds.back ||
    event.text.replaceAll(/[\uFE0F\u20E3]/g, '').trim() === '#' ||
    isNamed(event, name))

/** Of what menus offer. They name the thing, so that a tap on an old menu never chooses another one. */
export const choiceIds = {
  leave: 'leave',
  back: 'back',
  yes: 'yes',
  no: 'no',
  queue: ({ id }: { id: number }) => `queue:${id}`,
  option: ({ id }: { id: number }) => `option:${id}`,
}

const fold = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .replaceAll('ı', 'i')

const leaveWords = Object.values(texts).map(({ bot }) => bot.leave.word)
const refusals = Object.values(texts).map(({ bot }) => bot.consent.no)

/** Whether the bot may close the ticket for this message, so that the customer's next one belongs to another ticket. */
export const mayEndTicket = (event: Answer): boolean =>
  event.choiceId !== undefined ||
  choiceIn(event) !== undefined ||
  leaveWords.some((word) => isLeaving(event, word)) ||
  refusals.some((word) => isNamed(event, word))
