import type { Asked } from '#modules/exchanges'

/** What the customer has written since the last answer. Of a file without words, its name. */
export const textOf = ({ messages }: Pick<Asked, 'messages'>): string =>
  messages
    .map(({ text, file }) => text.trim() || (file?.name ?? ''))
    .filter((text) => text !== '')
    .join('\n')
