import { z } from 'zod'
import { HttpUrl, upTo } from './texts.ts'

const TextHeader = z.object({ type: z.literal('text'), text: upTo(60) })
const file = z.object({ id: z.string().optional(), link: HttpUrl.optional() })
const Header = z.discriminatedUnion('type', [
  TextHeader,
  z.object({ type: z.literal('image'), image: file }),
  z.object({ type: z.literal('video'), video: file }),
  z.object({ type: z.literal('document'), document: file }),
])
const footer = z.object({ text: upTo(60) }).optional()

const areUnique = (values: readonly string[]) => new Set(values).size === values.length

const Row = z.strictObject({ id: upTo(200), title: upTo(24), description: upTo(72).optional() })
const Section = z.strictObject({ title: upTo(24).optional(), rows: z.array(Row).min(1) })

const List = z.object({
  type: z.literal('list'),
  header: TextHeader.optional(),
  body: z.object({ text: upTo(4096) }),
  footer,
  action: z
    .object({ button: upTo(20), sections: z.array(Section).min(1).max(10, 'must have at most 10 sections') })
    .refine(
      ({ sections }) => sections.flatMap(({ rows }) => rows).length <= 10,
      'must have at most 10 rows in all sections',
    )
    .refine(
      ({ sections }) => areUnique(sections.flatMap(({ rows }) => rows.map(({ id }) => id))),
      'has an id of a row twice',
    )
    .refine(
      ({ sections }) => sections.length === 1 || sections.every(({ title }) => title !== undefined),
      'needs a title of each section if there are several',
    ),
})

const Button = z.strictObject({ type: z.literal('reply'), reply: z.strictObject({ id: upTo(256), title: upTo(20) }) })

const Buttons = z.object({
  type: z.literal('button'),
  header: Header.optional(),
  body: z.object({ text: upTo(1024) }),
  footer,
  action: z.object({
    buttons: z
      .array(Button)
      .min(1)
      .max(3, 'must have at most 3 buttons')
      .refine((buttons) => areUnique(buttons.map(({ reply }) => reply.id)), 'has an id of a button twice')
      .refine((buttons) => areUnique(buttons.map(({ reply }) => reply.title)), 'has a title of a button twice'),
  }),
})

const Link = z.object({
  type: z.literal('cta_url'),
  header: Header.optional(),
  body: z.object({ text: upTo(1024) }),
  footer,
  action: z.object({
    name: z.literal('cta_url'),
    parameters: z.object({ display_text: upTo(20), url: HttpUrl }),
  }),
})

const LocationRequest = z.object({
  type: z.literal('location_request_message'),
  body: z.object({ text: upTo(1024) }),
  action: z.object({ name: z.literal('send_location') }),
})

const ContactRequest = z.object({
  type: z.literal('request_contact_info'),
  body: z.object({ text: upTo(1024) }),
  action: z.object({ name: z.literal('request_contact_info') }),
})

/** Catalogues and flows need things at Meta that do not exist here: only their form is looked at. */
const Other = z.object({
  type: z.enum(['flow', 'product', 'product_list', 'catalog_message', 'address_message', 'carousel']),
  body: z.object({ text: upTo(4096) }).optional(),
  action: z.record(z.string(), z.unknown()),
})

export const Interactive = z.discriminatedUnion('type', [List, Buttons, Link, LocationRequest, ContactRequest, Other])
