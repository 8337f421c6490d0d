import { z } from 'zod'
import type { OutsideAnswer } from '#platform/outside/outside'
import { AnswerFailed } from '#modules/exchanges'
import { noUsage, type Usage } from './meter.ts'
import type { ChatRequest, Line, Turn } from './models.ts'
import type { ModelError } from './open-ai-errors.ts'
import { persist } from './persist.ts'
import { untilLastSentence } from './until-last-sentence.ts'

interface Server {
  base: string
  model: string
}

/** In ms. */
const times = { connect: 5_000, whole: 30_000 }

const tokens = z.number().int().min(0).catch(0)
const Reply = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }).nullish().catch(null),
})

/** `POST /chat/completions`, which other servers copy. The model gets no tools (S52). */
export async function chatWithOpenAi(line: Line, { base, model }: Server, request: ChatRequest): Promise<string> {
  const { key, instructions, current, maxTokens, temperature } = request
  let history = request.history
  // Other servers know the older name only.
  let limit = new URL(base).hostname === 'api.openai.com' ? 'max_completion_tokens' : 'max_tokens'
  const dropped = new Set<string>()

  const answer = await persist({ make, mend, signal: line.signal })
  return textOf(answer)

  function make(): Promise<OutsideAnswer> {
    const messages: Turn[] = [{ role: 'system', content: instructions }, ...history, ...current]
    const json = { model, messages, [limit]: maxTokens, ...(!dropped.has('temperature') && { temperature }) }
    const reserved = { ...noUsage, promptTokens: estimate(messages), completionTokens: maxTokens }
    return line.meter({ purpose: 'chat', model, reserved }, async () => {
      const result = await line.ask(`${base}/chat/completions`, { json, headers: login(key), times })
      return { result, used: usageOf(result) }
    })
  }

  function mend({ param }: ModelError, how: 'halve' | 'drop'): boolean {
    if (how === 'halve') {
      if (history.length === 0) return false
      history = history.slice(Math.ceil(history.length / 2))
      return true
    }
    if (dropped.has(param)) return false
    dropped.add(param)
    if (param === limit) limit = limit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens'
    return param === 'temperature' || param === 'max_tokens' || param === 'max_completion_tokens'
  }
}

export const login = (key: string): Record<string, string> => (key === '' ? {} : { authorization: `Bearer ${key}` })

function textOf(answer: OutsideAnswer): string {
  const reply = Reply.safeParse(answer.json()).data
  const choice = reply?.choices[0]
  if (!choice) throw new AnswerFailed('badAnswer', 'the model answered something else')
  const text = choice.message.content?.trim() ?? ''
  return choice.finish_reason === 'length' ? untilLastSentence(text) : text
}

function usageOf(answer: OutsideAnswer): Usage {
  if (answer.status !== 200) return noUsage
  const { usage } = Reply.safeParse(answer.json()).data ?? {}
  return usage ? { ...noUsage, promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens } : noUsage
}

const charactersPerToken = 4

const estimate = (messages: readonly Turn[]): number =>
  messages.reduce((sum, { content }) => sum + Math.ceil(content.length / charactersPerToken), 0)
