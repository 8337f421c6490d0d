import { z } from 'zod'
import type { OutsideAnswer } from '#platform/outside/outside'
import { type AnswerControl, AnswerFailed, type AnswerPart, mostParts } from '#modules/exchanges'

const id = z.union([
  z.int().positive(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
])

const Message = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.enum(['image', 'video', 'audio', 'document', 'file']),
    url: z.string(),
    caption: z.string().default(''),
  }),
])

const Action = z.union([
  z.object({ type: z.literal('transfer'), queueId: id, userId: id.nullish() }),
  z.object({ type: z.literal('stop') }),
])

const Reply = z.object({
  text: z.string().optional().catch(undefined),
  output: z.string().optional().catch(undefined),
  answer: z.string().optional().catch(undefined),
  messages: z.array(z.unknown()).optional().catch(undefined),
  action: Action.optional().catch(undefined),
})

interface Read {
  parts: AnswerPart[]
  control: AnswerControl | undefined
}

/**
 * What a flow answers at once. No JSON, or JSON that says nothing, means that it answers later or never. A page is none of
 * both: the address leads to something else. Throws AnswerFailed or OutsideFailed.
 */
export function readHookReply(answer: OutsideAnswer): Read {
  const body = answer.bytes.toString('utf8', 0, 200).trimStart()
  const type = answer.headers['content-type'] ?? ''
  if (type.includes('html') || body.startsWith('<')) throw new AnswerFailed('notJson', 'it answered with a page')
  const isJson = type.includes('json') || body.startsWith('{') || body.startsWith('[')
  if (body === '' || !isJson) return nothing
  const items = [answer.json()].flat().slice(0, most)
  const replies = items.flatMap((item) => Reply.safeParse(item).data ?? [])
  const control = replies.map(({ action }) => action).find((action) => action !== undefined)
  return { parts: replies.flatMap(partsOf).slice(0, mostParts), control: control && controlOf(control) }
}

/** No flow says so much at a time. */
const most = 100

const nothing: Read = { parts: [], control: undefined }

function partsOf({ text, output, answer, messages = [] }: z.output<typeof Reply>): AnswerPart[] {
  const words = text ?? output ?? answer ?? ''
  return [
    ...(words.trim() === '' ? [] : [{ kind: 'text' as const, text: words }]),
    ...messages.slice(0, most).flatMap((message): AnswerPart[] => {
      const { data } = Message.safeParse(message)
      if (!data) return []
      if (data.type === 'text') return data.text.trim() === '' ? [] : [{ kind: 'text', text: data.text }]
      return [{ kind: 'link', url: data.url, caption: data.caption, ...kindOf(data.type) }]
    }),
  ]
}

/** What the file has to be. */
const kindOf = (type: 'image' | 'video' | 'audio' | 'document' | 'file'): { is?: 'image' | 'sound' } => {
  switch (type) {
    case 'image':
      return { is: 'image' }
    case 'video':
    case 'audio':
      return { is: 'sound' }
    case 'document':
    case 'file':
      return {}
  }
}

const controlOf = (action: z.output<typeof Action>): AnswerControl =>
  action.type === 'stop'
    ? { kind: 'stopBot' }
    : { kind: 'handOver', queueId: action.queueId, userId: action.userId ?? null }
