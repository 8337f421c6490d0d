import { type Conversation, type Mind, type Reply, cut, tokensIn, tokensOf } from './conversation.ts'
import { failure } from './errors.ts'

interface Thinking {
  conversation: Conversation
  mind: Mind
  /** Hidden tokens of models that think first. */
  hiddenTokens: number
  contextTokens: number
  mostTokens?: number | undefined
}

export interface Thought {
  reply: Reply
  promptTokens: number
  completionTokens: number
  hiddenTokens: number
}

/** What a model answers within its limits. */
export function think({ conversation, mind, hiddenTokens, contextTokens, mostTokens = 4096 }: Thinking): Thought {
  const promptTokens = tokensOf(conversation.turns)
  if (promptTokens > contextTokens)
    throw failure('context_length_exceeded', {
      message: `This model's maximum context length is ${contextTokens} tokens. However, your messages resulted in ${promptTokens} tokens. Please reduce the length of the messages.`,
    })
  const said = mind(conversation)
  const hidden = Math.min(hiddenTokens, mostTokens)
  const visible = tokensIn(said.text)
  const left = mostTokens - hidden
  const isCut = visible > left || hidden === mostTokens
  const reply: Reply = isCut ? { ...said, text: cut(said.text, left), finish: 'length' } : said
  return { reply, promptTokens, completionTokens: hidden + Math.min(visible, left), hiddenTokens: hidden }
}

const hiddenTokensOfThinking = 64

/** How many tokens a model spends before it says anything. */
export function hiddenTokensOf(isReasoning: boolean, effort: string | undefined): number {
  return isReasoning && effort !== 'none' && effort !== 'minimal' ? hiddenTokensOfThinking : 0
}
