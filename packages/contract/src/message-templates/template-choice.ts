import { z } from 'zod'
import { Id } from '../shared/fields.ts'

/** A template with the values of its variables, which may contain the variables of messages. */
export const TemplateChoice = z.object({
  templateId: Id,
  values: z.record(z.string().max(600), z.string().max(2000, 'tooLong')).default({}),
})
export type TemplateChoice = z.output<typeof TemplateChoice>
