import { z } from 'zod'
import { Product, anyOf } from './forms.ts'

const text = z.string().optional()

const envelope = {
  from: text,
  id: z.string(),
  timestamp: z.string(),
  context: z
    .looseObject({
      from: text,
      id: text,
      referred_product: z.looseObject({ catalog_id: z.string(), product_retailer_id: z.string() }).optional(),
    })
    .optional(),
  referral: z
    .looseObject({
      source_url: z.string(),
      source_id: z.string(),
      source_type: anyOf('ad', 'post'),
      body: z.string(),
      headline: z.string(),
      media_type: anyOf('image', 'video'),
      image_url: text,
      video_url: text,
      thumbnail_url: text,
      ctwa_clid: z.string(),
      welcome_message: z.looseObject({ text: z.string() }).optional(),
    })
    .optional(),
}

const file = { id: z.string(), mime_type: z.string(), sha256: z.string() }

const Choice = z.looseObject({ id: z.string(), title: z.string() })

const Failure = z.looseObject({
  code: z.number().int(),
  title: z.string(),
  message: z.string(),
  error_data: z.looseObject({ details: z.string() }),
  href: z.url().optional(),
})

const typed = (...some: readonly string[]) => z.array(z.looseObject({ type: text, ...toTexts(some) })).optional()
const toTexts = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, text]))

const Contact = z.looseObject({
  name: z
    .looseObject({
      formatted_name: z.string(),
      ...toTexts(['first_name', 'last_name', 'middle_name', 'suffix', 'prefix']),
    })
    .optional(),
  phones: typed('phone', 'wa_id'),
  emails: typed('email'),
  urls: typed('url'),
  addresses: typed('street', 'city', 'state', 'zip', 'country', 'country_code'),
  org: z.looseObject(toTexts(['company', 'department', 'title'])).optional(),
  birthday: z.iso.date().optional(),
})

const Ordered = z.looseObject({
  product_retailer_id: z.string(),
  quantity: z.number().int(),
  item_price: z.number(),
  currency: z.string(),
})

const of = <Type extends string>(type: Type, content: z.ZodType) =>
  z.looseObject({ ...envelope, type: z.literal(type), [type]: content })

const Message = z.discriminatedUnion('type', [
  of('text', z.looseObject({ body: z.string() })),
  of('reaction', z.looseObject({ message_id: z.string(), emoji: text })),
  of('audio', z.looseObject({ ...file, voice: z.boolean() })),
  of('document', z.looseObject({ ...file, filename: z.string() })),
  of('image', z.looseObject({ ...file, caption: text })),
  of('video', z.looseObject({ ...file, caption: text })),
  of('sticker', z.looseObject({ ...file, animated: z.boolean() })),
  of('location', z.looseObject({ latitude: z.number(), longitude: z.number(), name: text, address: text, url: text })),
  of('contacts', z.array(Contact)),
  of('button', z.looseObject({ payload: z.string(), text: z.string() })),
  of(
    'interactive',
    z.discriminatedUnion('type', [
      z.looseObject({ type: z.literal('list_reply'), list_reply: Choice }),
      z.looseObject({ type: z.literal('button_reply'), button_reply: Choice }),
      // Newer than the description.
      z.looseObject({ type: z.literal('nfm_reply') }),
    ]),
  ),
  of('order', z.looseObject({ catalog_id: z.string(), text: z.string(), product_items: z.array(Ordered) })),
  z.looseObject({ ...envelope, type: anyOf('unsupported', 'unknown'), errors: z.array(Failure) }),
])

const System = of(
  'system',
  z.looseObject({ type: anyOf('user_changed_number', 'user_changed_user_id'), body: z.string(), wa_id: text }),
)

const Status = z.looseObject({
  id: z.string(),
  status: anyOf('sent', 'delivered', 'read', 'played', 'failed'),
  timestamp: z.string(),
  recipient_id: text,
  pricing: z
    .looseObject({ billable: z.boolean().optional(), pricing_model: anyOf('CBP', 'PMP').optional(), category: text })
    .optional(),
  errors: z.array(Failure).optional(),
})

const place = {
  messaging_product: Product,
  metadata: z.looseObject({ display_phone_number: z.string(), phone_number_id: z.string() }),
}

const contacts = z.array(z.looseObject({ profile: z.looseObject({ name: z.string() }), wa_id: text }))

/** What a webhook about messages contains: messages with those who wrote them, news of one of them, or statuses. */
const Value = z.union([
  z.looseObject({ ...place, contacts, messages: z.array(Message) }),
  z.looseObject({ ...place, contacts: z.undefined().optional(), messages: z.array(System) }),
  z.looseObject({ ...place, statuses: z.array(Status) }),
])

export const MessagesWebhook = z.looseObject({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(
    z.looseObject({ id: z.string(), changes: z.array(z.looseObject({ field: z.literal('messages'), value: Value })) }),
  ),
})
