import type { Deps } from '#platform/deps'
import type { Config } from '#platform/process/config'
import { type Answerers, forgetFailures } from '#modules/exchanges'
import { createModels } from './models/models.ts'
import { createPromptAnswerer } from './prompt-answerer.ts'

interface Options {
  answerers: Answerers
  ai: Config['ai']
}

/** Asks models for answers to customers, as prompts say. */
export function registerPromptAnswers(deps: Deps, { answerers, ai }: Options): void {
  answerers.install(createPromptAnswerer(deps, createModels(ai)))
  // With another key or text it may answer.
  deps.followers.within('prompt.saved', (ctx, { promptId }) => forgetFailures(ctx, 'prompt', promptId))
  deps.followers.within('prompt.deleted', (ctx, { promptId }) => forgetFailures(ctx, 'prompt', promptId))
}
