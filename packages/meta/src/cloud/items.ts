import { z } from 'zod'

/** Everything that is not looked at may have any form, and a part that is not as documented is left out alone. */
const text = z.string().optional().catch(undefined)
const id = z.coerce.string().min(1)
const optionalId = id.optional().catch(undefined)
export const list = <S extends z.ZodType>(item: S) =>
  z
    .array(z.unknown())
    .default([])
    .catch([])
    .transform((all) => all.flatMap((one) => item.safeParse(one).data ?? []))

const File = z.object({ id, mime_type: text, sha256: text, caption: text, filename: text })
export type CloudFile = z.output<typeof File>

const Card = z.object({
  name: z.object({ formatted_name: text, first_name: text, last_name: text }).catch({}),
  phones: list(z.object({ phone: text, wa_id: text })),
  emails: list(z.object({ email: text })),
  org: z.object({ company: text, department: text, title: text }).optional().catch(undefined),
  addresses: list(z.object({ street: text, city: text, state: text, zip: text, country: text, country_code: text })),
  urls: list(z.object({ url: text })),
  /** Such as 1990-05-31. */
  birthday: text,
  vcard: text,
})
export type CloudCard = z.output<typeof Card>

const Tapped = z.object({ id: z.string(), title: z.string() })
const Interactive = z.object({
  list_reply: Tapped.optional().catch(undefined),
  button_reply: Tapped.optional().catch(undefined),
  nfm_reply: z.object({ body: text, response_json: text }).optional().catch(undefined),
})

const Product = z.object({
  product_retailer_id: z.coerce.string().default(''),
  quantity: z.coerce.number().default(1).catch(1),
  item_price: z.coerce.number().optional().catch(undefined),
  currency: text,
})

const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)

/** What a message contains. At most one of these is there. */
const contents = {
  text: optional(z.object({ body: z.string() })),
  image: optional(File),
  video: optional(File),
  audio: optional(File),
  document: optional(File),
  sticker: optional(File),
  location: optional(
    z.object({ latitude: z.coerce.number(), longitude: z.coerce.number(), name: text, address: text, url: text }),
  ),
  contacts: list(Card),
  interactive: optional(Interactive),
  button: optional(z.object({ payload: text, text: text })),
  order: optional(z.object({ text, product_items: list(Product) })),
}

const Contents = z.object(contents)
export type CloudContents = z.output<typeof Contents>

export const NetworkError = z.object({
  code: z.coerce.number(),
  error_data: z.object({ details: text }).catch({}),
})
export type CloudError = z.output<typeof NetworkError>

export const Message = z.object({
  /** Of the customer. Absent: they have a username, and have not shown their number. */
  from: optionalId,
  from_user_id: optionalId,
  from_parent_user_id: optionalId,
  /** Only of an echo: to whom the company has written. */
  to: optionalId,
  to_user_id: optionalId,
  id,
  timestamp: z.coerce.number().optional().catch(undefined),
  type: z.string().default('unknown').catch('unknown'),
  ...contents,
  reaction: optional(z.object({ message_id: id, emoji: text })),
  edit: optional(z.object({ original_message_id: id, message: Contents })),
  revoke: optional(z.object({ original_message_id: id })),
  system: optional(
    z.object({
      type: text,
      wa_id: optionalId,
      user_id: optionalId,
      parent_user_id: optionalId,
      previous_user_id: optionalId,
    }),
  ),
  errors: list(NetworkError),
  context: optional(
    z.object({
      id: optionalId,
      forwarded: optional(z.boolean()),
      frequently_forwarded: optional(z.boolean()),
      /** The product that the customer looked at when they wrote. */
      referred_product: optional(z.object({ product_retailer_id: id })),
    }),
  ),
  /** The advertisement that the customer has tapped. */
  referral: optional(
    z.object({
      source_url: text,
      source_id: optionalId,
      source_type: text,
      headline: text,
      body: text,
      welcome_message: optional(z.object({ text })),
    }),
  ),
  group_id: optionalId,
})
export type CloudMessage = z.output<typeof Message>

export const Status = z.object({
  id,
  status: z.string(),
  timestamp: z.coerce.number().optional().catch(undefined),
  recipient_id: optionalId,
  recipient_user_id: optionalId,
  /** Meta's documentation has both names. */
  recipient_parent_user_id: optionalId,
  parent_recipient_user_id: optionalId,
  recipient_type: text,
  biz_opaque_callback_data: text,
  errors: list(NetworkError),
  pricing: optional(
    z.object({ billable: z.boolean().default(true).catch(true), type: z.string().default(''), category: z.string() }),
  ),
})
export type CloudStatus = z.output<typeof Status>

const Person = z.object({
  profile: z.object({ name: text, username: text }).catch({}),
  wa_id: optionalId,
  user_id: optionalId,
  parent_user_id: optionalId,
})

/** One call, as it begins or ends. */
export const Call = z.object({
  id,
  event: z.string(),
  /** Who has called. */
  direction: text,
  from: optionalId,
  from_user_id: optionalId,
  from_parent_user_id: optionalId,
  timestamp: z.coerce.number().optional().catch(undefined),
  start_time: z.coerce.number().optional().catch(undefined),
  /** In seconds, if somebody has taken it. */
  duration: z.coerce.number().optional().catch(undefined),
})
export type CloudCall = z.output<typeof Call>

/** The value of a change of the field `calls`. */
export const CallsValue = z.object({
  contacts: list(Person),
  calls: z.array(z.unknown()).default([]).catch([]),
})

/** The value of a change of the field `messages` or `smb_message_echoes`. */
export const MessagesValue = z.object({
  contacts: list(Person),
  messages: z.array(z.unknown()).default([]).catch([]),
  message_echoes: z.array(z.unknown()).default([]).catch([]),
  statuses: z.array(z.unknown()).default([]).catch([]),
  /** About the number itself, and no message of it. */
  errors: list(NetworkError),
})
export type People = z.output<typeof MessagesValue>['contacts']
