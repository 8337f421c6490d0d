import type { Deps } from '#platform/deps'
import { mayEndTicket as mayEnd } from './decide/answer.ts'
import { type Said, mediaOf } from './heard.ts'
import { forgetChanged } from './read-configuration.ts'

export { answerCustomers } from './answer-customers.ts'
export { afterEffect, afterRefusal, decide } from './decide/decide.ts'
export { endsByName } from './ends-by-name.ts'
export type {
  BotClock,
  BotConfiguration,
  BotEffect,
  BotOption,
  BotQueue,
  BotService,
  BotState,
  LoggedDecision,
  MessageEvent,
} from './decide/turn.ts'
export { type Heard, type Said, mediaOf } from './heard.ts'
export { onlyInforms } from './only-informs.ts'
export { optionTree } from './option-tree.ts'
export { readConfiguration, readWithoutConnection } from './read-configuration.ts'

/** Whether a message may close its ticket, so that the customer's next one belongs to another. */
export const mayEndTicket = (said: Said): boolean => mayEnd({ ...said, media: mediaOf(said) })

export function registerBot(deps: Deps): void {
  forgetChanged(deps)
}
