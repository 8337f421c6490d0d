import type { EmojiData } from './emoji-data.ts'

/** The groups of the data, in its order, each with the emoji that stands for it. `component` is not offered. */
export const groups = [
  { id: 'smileys', mark: '😀' },
  { id: 'people', mark: '👋' },
  { id: 'component', mark: '' },
  { id: 'nature', mark: '🐻' },
  { id: 'food', mark: '🍔' },
  { id: 'travel', mark: '🚗' },
  { id: 'activities', mark: '⚽' },
  { id: 'objects', mark: '💡' },
  { id: 'symbols', mark: '❤️' },
  { id: 'flags', mark: '🏁' },
] as const

export const component = groups.findIndex(({ id }) => id === 'component')

export type Category = (typeof groups)[number]['id']

/** How many headers and rows of emoji stand above a category. */
export function rowsBefore(
  emojis: EmojiData['emojis'],
  category: Category,
  columns: number,
): { headers: number; rows: number } {
  const counts = new Map<number, number>()
  for (const emoji of emojis) counts.set(emoji.category, (counts.get(emoji.category) ?? 0) + 1)
  const before = groups.slice(
    0,
    groups.findIndex(({ id }) => id === category),
  )
  const filled = before.map((_, index) => counts.get(index) ?? 0).filter((count) => count > 0)
  return { headers: filled.length, rows: filled.reduce((rows, count) => rows + Math.ceil(count / columns), 0) }
}
