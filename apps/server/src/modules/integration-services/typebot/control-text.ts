import { z } from 'zod'
import type { AnswerControl } from '#modules/exchanges'

const id = z.union([
  z.int().positive(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
])
const Control = z.object({ stopBot: z.boolean().optional(), queueId: id.optional(), userId: id.optional() })

/**
 * A text such as #{"queueId":5} is for us, and customers never see it. `control` is undefined if it asks for nothing that
 * there is. Undefined: this is a text for the customer.
 */
export function readControl(text: string): { control: AnswerControl | undefined } | undefined {
  const [, json] = /^\s*#\s*(\{[\s\S]*)$/.exec(text) ?? []
  if (json === undefined) return undefined
  const { data } = Control.safeParse(parse(json))
  if (data?.queueId !== undefined)
    return { control: { kind: 'handOver', queueId: data.queueId, userId: data.userId ?? null } }
  return { control: data?.stopBot ? { kind: 'stopBot' } : undefined }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
