import { textsOf } from './lookups.ts'
import type { BotConfiguration, BotOption, BotQueue } from './turn.ts'

type Configured = { configuration: BotConfiguration }

/** Customers and the web chat know these lines. */
export function queuesText(turn: Configured, queues: readonly BotQueue[]): string {
  const { leave } = textsOf(turn)
  const lines = queues.map(({ name }, nth) => `*[ ${nth + 1} ]* - ${name}`)
  const { greetingMessage } = turn.configuration.connection.settings
  return paragraphs(greetingMessage, [...lines, `*[ ${leave.word} ]* - ${leave.label}`].join('\n'))
}

export function optionsText(turn: Configured, message: string, options: readonly BotOption[]): string {
  const { leave, back } = textsOf(turn)
  const lines = options.map(({ name }, nth) => `*[ ${nth + 1} ]* - ${name}`)
  return paragraphs(message, lines.join('\n'), [`*[ # ]* ${back}`, `*[ ${leave.word} ]* ${leave.label}`].join('\n'))
}

/** With a blank line between them. */
export const paragraphs = (...texts: string[]): string => texts.filter((text) => text.trim() !== '').join('\n\n')
