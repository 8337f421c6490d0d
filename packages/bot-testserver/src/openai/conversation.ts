import { z } from 'zod'

const Text = z.object({ type: z.enum(['text', 'input_text', 'output_text']), text: z.string() })
const Content = z.union([z.string(), z.array(Text)])

export const ChatMessage = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: Content,
  name: z.string().optional(),
})

/** A message with its text. */
export interface Turn {
  role: 'system' | 'developer' | 'user' | 'assistant' | 'tool'
  text: string
}

/** What a model was given. */
export interface Conversation {
  turns: readonly Turn[]
  model: string
  /** Of the caller. A real model does not see it; one that gives everything away does. */
  key: string
}

/** What a model says. */
export interface Reply {
  text: string
  refusal?: string | undefined
  finish?: 'stop' | 'length' | 'content_filter' | 'tool_calls' | undefined
  toolCalls?: { name: string; arguments: unknown }[] | undefined
}

export type Mind = (conversation: Conversation) => Reply

export function turnOf({ role, content }: z.infer<typeof ChatMessage>): Turn {
  return { role, text: typeof content === 'string' ? content : content.map(({ text }) => text).join('\n') }
}

export const lastOfUser = ({ turns }: Conversation): string => turns.findLast(({ role }) => role === 'user')?.text ?? ''

const charactersPerToken = 4
const tokensPerMessage = 4

/** About as many tokens as the services count. */
export const tokensIn = (text: string): number => Math.ceil(text.length / charactersPerToken)

export const tokensOf = (turns: readonly Turn[]): number =>
  turns.reduce((sum, { text }) => sum + tokensPerMessage + tokensIn(text), 0)

/** The beginning of a text that so many tokens hold. */
export const cut = (text: string, tokens: number): string => text.slice(0, tokens * charactersPerToken)
