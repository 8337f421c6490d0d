import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Answer } from '../http/call.ts'
import { invalidBody } from './chat.ts'
import { ChatMessage, type Reply, turnOf } from './conversation.ts'
import { failure } from './errors.ts'
import type { Serving } from './serving.ts'
import { hiddenTokensOf, think } from './think.ts'

const Responses = z.strictObject({
  model: z.string(),
  instructions: z.string().optional(),
  input: z.union([z.string(), z.array(ChatMessage).min(1)]),
  max_output_tokens: z.number().int().min(16).optional(),
  temperature: z.number().min(0).max(2).optional(),
  reasoning: z.object({ effort: z.string().optional() }).optional(),
  store: z.boolean().optional(),
})

/** `POST /responses`, the other way to ask the same models. */
export function respond(body: unknown, server: Serving, key: string): Answer {
  const { data, error } = Responses.safeParse(body)
  if (!data) throw invalidBody(error)
  const { model, instructions, input, temperature = 1, reasoning } = data
  const { isReasoning } = server.modelOf(model)
  if (isReasoning && temperature !== 1) throw failure('unsupported_value')
  const said = typeof input === 'string' ? [{ role: 'user' as const, text: input }] : input.map(turnOf)
  const system = instructions === undefined ? [] : [{ role: 'system' as const, text: instructions }]
  const { reply, promptTokens, completionTokens, hiddenTokens } = think({
    conversation: { turns: [...system, ...said], model, key },
    mind: server.mindOf(key),
    hiddenTokens: hiddenTokensOf(isReasoning, reasoning?.effort),
    contextTokens: server.contextTokens,
    mostTokens: data.max_output_tokens,
  })
  return {
    status: 200,
    body: {
      id: `resp_${randomBytes(12).toString('hex')}`,
      object: 'response',
      created_at: Math.floor(server.now().getTime() / 1000),
      model,
      ...statusOf(reply),
      output: [
        {
          id: `msg_${randomBytes(12).toString('hex')}`,
          type: 'message',
          status: 'completed',
          role: 'assistant',
          content: [{ type: 'output_text', text: reply.text, annotations: [] }],
        },
      ],
      usage: {
        input_tokens: promptTokens,
        output_tokens: completionTokens,
        output_tokens_details: { reasoning_tokens: hiddenTokens },
        total_tokens: promptTokens + completionTokens,
      },
    },
  }
}

function statusOf({ finish }: Reply): object {
  if (finish === 'length') return { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
  if (finish === 'content_filter') return { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }
  return { status: 'completed', incomplete_details: null }
}
