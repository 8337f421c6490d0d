import type { Asked } from '#modules/exchanges'

/** What the customer has written since the last answer. Of a file without words, its name. */
export const textOf = ({ messages }: Pick<Asked, 'messages'>): string =>
  messages
    .map(({ text, file }) => text.trim() || (file?.name ?? ''))
    .filter((text) => text !== '')
    .join('\n')

/** The id of the offered answer that the customer has tapped, and has written nothing besides. */
export const tappedIn = ({ messages: [only, another] }: Pick<Asked, 'messages'>): string | null =>
  another ? null : (only?.choiceId ?? null)
