import { z } from 'zod'
import { Id } from '../shared/fields.ts'
import { templateLimits } from './template-draft.ts'

/** What stands for the variables of a template, by their keys. */
export const templateValues = (longest: number) =>
  z
    .record(z.string().max(600), z.string().max(longest, 'tooLong'))
    .refine((values) => Object.keys(values).length <= templateLimits.values, 'tooMany')
    .default({})

/** A template with the values of its variables, which may contain the variables of messages. */
export const TemplateChoice = z.object({ templateId: Id, values: templateValues(2000) })
export type TemplateChoice = z.output<typeof TemplateChoice>
