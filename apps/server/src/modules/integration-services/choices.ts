import type { Menu } from '@guiche/channel'
import { foldAnswer } from '@guiche/contract'
import { z } from 'zod'

/** What a service offered, kept until the customer answers. */
export const Choices = z.object({
  items: z.array(z.object({ id: z.string(), title: z.string() })),
  /** Several of them may be chosen. */
  isMultiple: z.boolean().default(false),
})
export type Choices = z.output<typeof Choices>

const mostChoices = 50

export function offer(items: Choices['items'], isMultiple = false): Choices | null {
  const named = items.filter(({ title }) => title.trim() !== '').slice(0, mostChoices)
  return named.length === 0 ? null : { items: withIds(named), isMultiple }
}

/** Ids as networks send them back. Of one without such an id, its number. */
function withIds(items: Choices['items']): Choices['items'] {
  const seen = new Set<string>()
  return items.map(({ id, title }, nth) => {
    const isUsable = /^[^\p{Cc}]{1,200}$/u.test(id) && !seen.has(id)
    seen.add(id)
    return { id: isUsable ? id : String(nth + 1), title }
  })
}

/** A numbered line for each, as in the menus of queues: the web chat makes buttons of them. */
export const linesOf = ({ items }: Choices): string =>
  items.map((item, nth) => `*[ ${nth + 1} ]* - ${lineOf(item)}`).join('\n')

const lineOf = ({ title }: { title: string }) => title.replaceAll(/\s+/g, ' ').trim()

/** What can be tapped below this text, where the network has that. Several at once can only be written. */
export const menuOf = ({ items, isMultiple }: Choices, text: string, button: string): Menu | undefined =>
  isMultiple
    ? undefined
    : { text, shownAs: 'buttons', button, options: items.map((item) => ({ id: item.id, title: lineOf(item) })) }

/** The title of what the customer tapped, or chose by number, title or id; otherwise what they wrote. */
export function chosenIn(choices: Choices | null, text: string, tapped?: string | null): string {
  if (!choices) return text
  const one = choices.items.find(({ id }) => id === tapped)?.title ?? choiceFor(choices, text)
  if (one !== undefined || !choices.isMultiple) return one ?? text
  const several = text.split(/[,;\s]+/).filter((part) => part !== '')
  if (several.length > mostChoices) return text
  const titles = several.flatMap((part) => choiceFor(choices, part) ?? [])
  return titles.length > 0 && titles.length === several.length ? [...new Set(titles)].join(', ') : text
}

/** A title counts before a number: a title may be the number of another choice. */
function choiceFor({ items }: Choices, text: string): string | undefined {
  const written = text.trim()
  const folded = foldAnswer(written)
  const found =
    items.find(({ title, id }) => title === written || id === written) ??
    (folded === '' ? undefined : items.find(({ title }) => foldAnswer(title) === folded)) ??
    items[numberIn(written) - 1]
  return found?.title
}

/** 2, [2], 2. and *2*, as people type and buttons send them. */
const numberIn = (text: string): number => Number(/^\W*(\d{1,3})\W*$/.exec(text)?.[1] ?? 0)
