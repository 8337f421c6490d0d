import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Answer } from '../http/call.ts'
import { ChatMessage, type Reply, turnOf } from './conversation.ts'
import { failure, invalid } from './errors.ts'
import type { Serving } from './serving.ts'
import { hiddenTokensOf, think } from './think.ts'

const tokens = z.number().int().positive().optional()

const Chat = z.strictObject({
  model: z.string(),
  messages: z.array(ChatMessage).min(1),
  max_completion_tokens: tokens,
  max_tokens: tokens,
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().optional(),
  reasoning_effort: z.string().optional(),
  stop: z.unknown().optional(),
  user: z.string().optional(),
  seed: z.number().optional(),
  n: z.literal(1).optional(),
  store: z.boolean().optional(),
  stream: z.literal(false).optional(),
  presence_penalty: z.number().optional(),
  frequency_penalty: z.number().optional(),
  response_format: z.unknown().optional(),
  metadata: z.unknown().optional(),
})
type Chat = z.infer<typeof Chat>

/** `POST /chat/completions` */
export function completeChat(body: unknown, server: Serving, key: string): Answer {
  const { data, error } = Chat.safeParse(body)
  if (!data) throw invalidBody(error)
  const { isReasoning } = server.modelOf(data.model)
  checkParameters(data, { isReasoning, knowsMaxCompletionTokens: server.knowsMaxCompletionTokens })
  const conversation = { turns: data.messages.map(turnOf), model: data.model, key }
  const thought = think({
    conversation,
    mind: server.mindOf(key),
    hiddenTokens: hiddenTokensOf(isReasoning, data.reasoning_effort),
    contextTokens: server.contextTokens,
    mostTokens: data.max_completion_tokens ?? data.max_tokens,
  })
  const { reply, promptTokens, completionTokens, hiddenTokens } = thought
  return {
    status: 200,
    body: {
      id: `chatcmpl-${randomBytes(12).toString('hex')}`,
      object: 'chat.completion',
      created: Math.floor(server.now().getTime() / 1000),
      model: data.model,
      choices: [{ index: 0, finish_reason: reply.finish ?? 'stop', logprobs: null, message: messageOf(reply) }],
      usage: {
        prompt_tokens: promptTokens,
        completion_tokens: completionTokens,
        total_tokens: promptTokens + completionTokens,
        completion_tokens_details: { reasoning_tokens: hiddenTokens },
      },
    },
  }
}

interface Knowing {
  isReasoning: boolean
  knowsMaxCompletionTokens: boolean
}

function checkParameters(chat: Chat, { isReasoning, knowsMaxCompletionTokens }: Knowing): void {
  if (!knowsMaxCompletionTokens && chat.max_completion_tokens !== undefined)
    throw failure('unsupported_parameter', {
      message: "Unsupported parameter: 'max_completion_tokens'.",
      param: 'max_completion_tokens',
    })
  if (!isReasoning) return
  if (chat.max_tokens !== undefined) throw failure('unsupported_parameter')
  if ((chat.temperature ?? 1) !== 1) throw failure('unsupported_value')
}

function messageOf({ text, refusal, toolCalls }: Reply): object {
  return {
    role: 'assistant',
    content: toolCalls ? null : text,
    refusal: refusal ?? null,
    ...(toolCalls && {
      tool_calls: toolCalls.map(({ name, arguments: given }, at) => ({
        id: `call_${at}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(given) },
      })),
    }),
  }
}

/** The first thing that is wrong with a body. */
export function invalidBody(error: z.ZodError): Error {
  const [issue] = error.issues
  if (issue?.code === 'unrecognized_keys')
    return invalid(`Unknown parameter: '${issue.keys[0] ?? ''}'.`, {
      param: issue.keys[0] ?? '',
      code: 'unknown_parameter',
    })
  const param = issue?.path.join('.') ?? ''
  return invalid(`Invalid value for '${param}': ${issue?.message ?? ''}`, { param })
}
