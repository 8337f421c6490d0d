import type { Deps } from '#platform/deps'
import type { Config } from '#platform/process/config'
import './prompts.facts.ts'
import { promptsLive } from './prompts.live.ts'
import { promptsRoutes } from './prompts.routes.ts'

export { assertPrompt } from './access-prompt.ts'
export { type PromptToAsk, findPromptToAsk } from './prompt-to-ask.ts'

/** What models are told that answer customers. `prompt-answers` asks them. */
export function registerPrompts(deps: Deps, { openAiUrl }: Config['ai']): void {
  promptsRoutes(deps, { needsKey: wantsKey(openAiUrl) })
  promptsLive(deps)
}

/** Servers of the own network are called without encryption, and take no key. */
const wantsKey = (openAiUrl: string) => new URL(openAiUrl).protocol === 'https:'
