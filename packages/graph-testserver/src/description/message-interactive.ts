import { z } from 'zod'
import { anyOf, upTo } from './forms.ts'
import { File } from './message-files.ts'

const around = {
  header: z
    .looseObject({
      type: anyOf('text', 'video', 'image', 'document'),
      text: upTo(60).optional(),
      sub_text: upTo(60).optional(),
      document: File.optional(),
      image: File.optional(),
      video: File.optional(),
    })
    .optional(),
  body: z.looseObject({ text: upTo(1024) }).optional(),
  footer: z.looseObject({ text: upTo(60) }).optional(),
}

const Section = z.looseObject({
  title: upTo(24).optional(),
  product_items: z
    .array(z.looseObject({ product_retailer_id: z.string() }))
    .min(1)
    .max(30)
    .optional(),
  rows: z
    .array(z.looseObject({ id: upTo(200), title: upTo(24), description: upTo(72).optional() }))
    .max(10)
    .optional(),
})

const sections = z.array(Section).min(1).max(10)

const Button = z.looseObject({ type: z.literal('reply'), reply: z.looseObject({ id: upTo(256), title: upTo(20) }) })

const flow = z
  .looseObject({
    flow_message_version: z.literal('3'),
    flow_cta: upTo(30),
    flow_id: z.string().optional(),
    flow_name: z.string().optional(),
    mode: anyOf('draft', 'published').optional(),
    flow_token: z.string().optional(),
    flow_action: anyOf('navigate', 'data_exchange').optional(),
    flow_action_payload: z
      .looseObject({ screen: z.string().optional(), data: z.looseObject({}).optional() })
      .optional(),
  })
  .refine(({ flow_id, flow_name }) => (flow_id === undefined) !== (flow_name === undefined), 'flow_id or flow_name')

const of = <Type extends string>(type: Type, action: z.ZodType, others: z.ZodRawShape = {}) =>
  z.looseObject({ ...around, ...others, type: z.literal(type), action })

/** The kinds that the description has actions for. The body of a list is longer than it says. */
const Known = z.discriminatedUnion('type', [
  of('button', z.looseObject({ buttons: z.array(Button).min(1).max(3) })),
  of('list', z.looseObject({ button: upTo(20), sections }), { body: z.looseObject({ text: z.string() }) }),
  of('product', z.looseObject({ catalog_id: z.string(), product_retailer_id: z.string().optional() })),
  of('product_list', z.looseObject({ catalog_id: z.string(), sections: sections.optional() })),
  of(
    'catalog_message',
    z.looseObject({
      name: z.literal('catalog_message'),
      parameters: z.looseObject({ thumbnail_product_retailer_id: z.string() }),
    }),
  ),
  of('flow', z.looseObject({ name: z.literal('flow'), parameters: flow })),
  of('call_permission_request', z.looseObject({ name: z.literal('call_permission_request') })),
])

/** Kinds that are newer than the description, or missing in it. */
const Other = z.looseObject({
  ...around,
  type: anyOf('cta_url', 'location_request_message', 'request_contact_info', 'address_message', 'carousel'),
  action: z.looseObject({}),
})

export const Interactive = z.discriminatedUnion('type', [Known, Other])
