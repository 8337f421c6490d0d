import { z } from 'zod'
import { anyOf } from './forms.ts'
import { File } from './message-files.ts'

const text = z.looseObject({ type: z.literal('text'), text: z.string().max(32_768) })

const Parameter = z.discriminatedUnion('type', [
  text,
  z.looseObject({
    type: z.literal('currency'),
    currency: z.looseObject({ fallback_value: z.string(), code: z.string(), amount_1000: z.number().int() }),
  }),
  z.looseObject({ type: z.literal('date_time'), date_time: z.looseObject({ fallback_value: z.string() }) }),
  z.looseObject({ type: z.literal('document'), document: File }),
  z.looseObject({ type: z.literal('image'), image: File }),
  z.looseObject({ type: z.literal('video'), video: File }),
  // Newer than the description.
  z.looseObject({ type: z.literal('location') }),
])

const ButtonParameter = z.discriminatedUnion('type', [
  text,
  z.looseObject({ type: z.literal('payload'), payload: z.string() }),
  // The description has them in an example only, or not at all.
  z.looseObject({ type: z.literal('action') }),
  z.looseObject({ type: z.literal('coupon_code') }),
])

const Component = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('header'), parameters: z.array(Parameter).min(1).optional() }),
  z.looseObject({ type: z.literal('body'), parameters: z.array(Parameter).optional() }),
  z.looseObject({
    type: z.literal('button'),
    sub_type: z.string(),
    index: z.string(),
    parameters: z.array(ButtonParameter).min(1),
  }),
])

export const TemplateContent = z.looseObject({
  name: z.string(),
  language: z.looseObject({ policy: anyOf('deterministic').optional(), code: z.string() }),
  components: z.array(Component).optional(),
})
