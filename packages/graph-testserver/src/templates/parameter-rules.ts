import { z } from 'zod'

const file = z.object({ id: z.string().optional(), link: z.string().optional(), filename: z.string().optional() })

export const ParameterRule = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), parameter_name: z.string().optional() }),
  z.object({
    type: z.literal('currency'),
    parameter_name: z.string().optional(),
    currency: z.object({ fallback_value: z.string(), code: z.string().length(3), amount_1000: z.number().int() }),
  }),
  z.object({
    type: z.literal('date_time'),
    parameter_name: z.string().optional(),
    date_time: z.object({ fallback_value: z.string() }),
  }),
  z.object({ type: z.literal('image'), image: file }),
  z.object({ type: z.literal('video'), video: file }),
  z.object({ type: z.literal('document'), document: file }),
  z.object({ type: z.literal('location'), location: z.record(z.string(), z.unknown()) }),
  z.object({ type: z.literal('payload'), payload: z.string().max(256) }),
  z.object({ type: z.literal('coupon_code'), coupon_code: z.string() }),
  z.object({ type: z.literal('action'), action: z.record(z.string(), z.unknown()) }),
])

export type Parameter = z.output<typeof ParameterRule>
