import type { Menu, MenuOption } from '@guiche/channel'
import { choiceIds } from './answer.ts'
import { settingsOf, textsOf } from './lookups.ts'
import type { BotConfiguration, BotOption, BotQueue } from './turn.ts'

type Configured = { configuration: BotConfiguration }

/** A menu as a text with numbers, and as what can be tapped where the network has that. */
interface MenuText {
  text: string
  menu: Menu | undefined
}

/** Customers and the web chat know these lines. `above`: what is said before the greeting. */
export function queuesText(turn: Configured, queues: readonly BotQueue[], above: readonly string[]): MenuText {
  const { leave } = textsOf(turn)
  const lines = queues.map(({ name }, nth) => `*[ ${nth + 1} ]* - ${name}`)
  const out = `*[ ${leave.word} ]* - ${leave.label}`
  const greeting = paragraphs(...above, turn.configuration.connection.settings.greetingMessage)
  const options = queues.map((queue) => ({ id: choiceIds.queue(queue), title: titleOf(queue) }))
  return {
    text: paragraphs(greeting, [...lines, out].join('\n')),
    menu: menuOf(turn, greeting, [...options, leaving(turn, out)]),
  }
}

interface Message {
  above: readonly string[]
  message: string
}

export function optionsText(turn: Configured, { above, message }: Message, options: readonly BotOption[]): MenuText {
  const { leave, back, backTitle } = textsOf(turn)
  const lines = options.map(({ name }, nth) => `*[ ${nth + 1} ]* - ${name}`)
  const backLine = `*[ # ]* ${back}`
  const out = `*[ ${leave.word} ]* ${leave.label}`
  const said = paragraphs(...above, message)
  return {
    text: paragraphs(said, lines.join('\n'), [backLine, out].join('\n')),
    menu: menuOf(turn, said, [
      ...options.map((option) => ({ id: choiceIds.option(option), title: titleOf(option) })),
      { id: choiceIds.back, title: backTitle, description: back, line: backLine },
      leaving(turn, out),
    ]),
  }
}

/** Undefined: the company wants text. */
export function menuOf(turn: Configured, text: string, options: readonly MenuOption[]): Menu | undefined {
  const { chatBotType } = settingsOf(turn)
  if (chatBotType === 'text') return undefined
  return { text, shownAs: chatBotType === 'list' ? 'list' : 'buttons', button: textsOf(turn).choose, options }
}

function leaving(turn: Configured, line: string): MenuOption {
  const { word, label } = textsOf(turn).leave
  return { id: choiceIds.leave, title: word, description: label, line }
}

const titleOf = ({ name }: { name: string }) => name.replaceAll(/\s+/g, ' ').trim()

/** With a blank line between them. */
export const paragraphs = (...texts: string[]): string => texts.filter((text) => text.trim() !== '').join('\n\n')
