import { z } from 'zod'

export const category = z.enum(['MARKETING', 'UTILITY', 'AUTHENTICATION'])

const named = z.array(z.object({ param_name: z.string(), example: z.string() }))

const Header = z.object({
  type: z.literal('HEADER'),
  format: z.enum(['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION']),
  text: z.string().optional(),
  example: z
    .object({
      header_handle: z.array(z.string()).optional(),
      header_text: z.array(z.string()).optional(),
      header_text_named_params: named.optional(),
    })
    .optional(),
})

const Body = z.object({
  type: z.literal('BODY'),
  text: z.string(),
  example: z
    .object({ body_text: z.array(z.array(z.string())).optional(), body_text_named_params: named.optional() })
    .optional(),
})

const Footer = z.object({ type: z.literal('FOOTER'), text: z.string() })

const label = z.string().min(1).max(25, 'must be at most 25 characters long')

const Button = z.discriminatedUnion('type', [
  z.object({ type: z.literal('QUICK_REPLY'), text: label }),
  z.object({
    type: z.literal('URL'),
    text: label,
    url: z.string().min(1).max(2000),
    example: z.array(z.string()).optional(),
  }),
  z.object({ type: z.literal('PHONE_NUMBER'), text: label, phone_number: z.string().min(1).max(20) }),
  z.object({ type: z.literal('COPY_CODE'), example: z.union([z.string(), z.array(z.string())]) }),
  z.object({ type: z.literal('OTP'), otp_type: z.string(), text: label.optional() }),
  z.object({ type: z.literal('REQUEST_CONTACT_INFO'), text: label.optional() }),
  z.object({ type: z.literal('FLOW'), text: label }),
])

const Buttons = z.object({
  type: z.literal('BUTTONS'),
  buttons: z.array(Button).min(1).max(10, 'must have at most 10 buttons'),
})

export const Component = z.discriminatedUnion('type', [Header, Body, Footer, Buttons])

export type Component = z.output<typeof Component>

const components = z
  .array(Component)
  .min(1)
  .refine((all) => new Set(all.map(({ type }) => type)).size === all.length, 'has a component twice')

export const NewTemplate = z.object({
  name: z
    .string()
    .regex(/^[a-z0-9_]{1,512}$/, 'must be of small letters, digits and underscores, and at most 512 characters long'),
  language: z.string().regex(/^[a-z]{2,3}(_[A-Za-z]{2,4})?$/, 'must be a language code such as pt_BR'),
  category,
  parameter_format: z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(z.enum(['named', 'positional']))
    .default('positional'),
  components,
})

export const TemplateChange = z.object({ components: components.optional(), category: category.optional() })
