import { z } from 'zod'
import { anyOf } from './forms.ts'

const text = z.string().optional()
const Place = anyOf('HOME', 'WORK').optional()

const Contact = z.strictObject({
  name: z
    .strictObject({
      formatted_name: text,
      first_name: text,
      last_name: text,
      middle_name: text,
      prefix: text,
      suffix: text,
    })
    .optional(),
  phones: z.array(z.strictObject({ phone: z.string(), type: text, wa_id: text })).optional(),
  emails: z.array(z.strictObject({ email: z.email(), type: Place })).optional(),
  org: z.strictObject({ company: text, department: text, title: text }).optional(),
  addresses: z
    .array(
      z.strictObject({
        street: text,
        city: text,
        state: text,
        zip: text,
        country: text,
        country_code: text,
        type: Place,
      }),
    )
    .optional(),
  urls: z.array(z.strictObject({ url: z.url(), type: Place })).optional(),
  birthday: z.iso.date().optional(),
})

export const Contacts = z.array(Contact).min(1)
