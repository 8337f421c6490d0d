import type { ChannelFacts, ChoicesRoom } from './facts.ts'
import type { Choice, Choices } from './outbound.ts'

/**
 * What a message offers to tap, before it is known what its network can show. The text of the message has the same as numbered
 * lines, for networks that show nothing of it.
 */
export interface Menu {
  /** The text without those lines. */
  text: string
  shownAs: Choices['shownAs']
  /** The label that opens a list. It is the text of a menu without one. */
  button: string
  options: readonly MenuOption[]
}

export interface MenuOption extends Choice {
  /** Its line in the text. Where there is little room, options with a line are left out and stay in the text. */
  line?: string
}

/** In characters. */
const longestDescription = 72

/** How a network shows it: as it is meant, or else in the other form. Undefined: not at all, and the numbered text is sent. */
export function shownBy(
  { choices: room }: Pick<ChannelFacts, 'choices'>,
  menu: Menu,
): { body: string; choices: Choices } | undefined {
  if (!room) return undefined
  const forms = menu.shownAs === 'list' ? (['list', 'buttons'] as const) : (['buttons', 'list'] as const)
  const needed = menu.options.filter(({ line }) => line === undefined)
  for (const shownAs of forms)
    for (const options of [menu.options, needed]) {
      const form = room[shownAs]
      const fitting = form && fit(options, shownAs, form)
      const body = bodyOf(menu, options)
      if (fitting && body.length <= form.textLength)
        return { body, choices: { shownAs, button: menu.button, options: fitting } }
    }
  return undefined
}

/** Undefined: these options do not fit. Two that look the same could not be told apart. */
function fit(options: readonly MenuOption[], shownAs: Choices['shownAs'], room: ChoicesRoom): Choice[] | undefined {
  if (options.length === 0 || options.length > room.most) return undefined
  const isLong = ({ title }: Choice) => title.length > room.titleLength
  if (shownAs === 'buttons' && options.some(isLong)) return undefined
  const fitting = options.map((option): Choice => {
    const { id, title } = option
    if (shownAs === 'buttons') return { id, title }
    // A list shows the whole title below.
    const description = isLong(option) ? title : option.description
    return {
      id,
      title: cut(title, room.titleLength),
      ...(description !== undefined && { description: cut(description, longestDescription) }),
    }
  })
  const isTold = new Set(fitting.map(({ title }) => title)).size === fitting.length
  return isTold && new Set(fitting.map(({ id }) => id)).size === fitting.length ? fitting : undefined
}

/** With the lines of the options that are not offered. */
function bodyOf({ text, button, options }: Menu, offered: readonly MenuOption[]): string {
  const lines = options.flatMap((option) => (offered.includes(option) ? [] : (option.line ?? [])))
  return [text.trim() === '' ? button : text, lines.join('\n')].filter((part) => part !== '').join('\n\n')
}

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}…`.toWellFormed() : text
