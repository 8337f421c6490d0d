import { z } from 'zod'

const optional = z.string().optional()

const Name = z
  .object({
    formatted_name: z.string().min(1),
    first_name: optional,
    last_name: optional,
    middle_name: optional,
    suffix: optional,
    prefix: optional,
  })
  .refine(
    ({ formatted_name: _formatted, ...others }) =>
      Object.values(others).some((name) => name !== undefined && name !== ''),
    'needs one more name beside formatted_name',
  )

const Contact = z.object({
  name: Name,
  phones: z.array(z.object({ phone: optional, type: optional, wa_id: optional })).optional(),
  emails: z.array(z.object({ email: optional, type: optional })).optional(),
  org: z.object({ company: optional, department: optional, title: optional }).optional(),
  addresses: z
    .array(
      z.object({
        street: optional,
        city: optional,
        state: optional,
        zip: optional,
        country: optional,
        country_code: optional,
        type: optional,
      }),
    )
    .optional(),
  urls: z.array(z.object({ url: optional, type: optional })).optional(),
  birthday: z.iso.date().optional(),
})

export const Contacts = z.array(Contact).min(1).max(257)
