import { z } from 'zod'

/** Everything that is not looked at may have any form, and a part that is not as documented is left out alone. */
const Element = z.object({
  title: z.string().optional().catch(undefined),
  subtitle: z.string().optional().catch(undefined),
})
const elements = z.array(Element).default([]).catch([])

const Payload = z.object({
  url: z.string().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  sticker_id: z.number().optional().catch(undefined),
  coordinates: z.object({ lat: z.number(), long: z.number() }).optional().catch(undefined),
  /** Of a message with buttons. */
  text: z.string().optional().catch(undefined),
  buttons: z
    .array(z.object({ title: z.string() }))
    .default([])
    .catch([]),
  /** Cards. */
  elements,
  /** The products of the page's shop that somebody asks about. */
  product: z.object({ elements }).optional().catch(undefined),
})

export const Attachment = z.object({
  type: z.string().default('').catch(''),
  title: z.string().optional().catch(undefined),
  url: z.string().optional().catch(undefined),
  payload: Payload.nullish().catch(null),
})
export type Attachment = z.output<typeof Attachment>

const Referral = z.object({
  ref: z.string().optional().catch(undefined),
  source: z.string().optional().catch(undefined),
  ad_id: z.coerce.string().optional().catch(undefined),
  ads_context_data: z
    .object({
      ad_title: z.string().optional().catch(undefined),
      post_id: z.coerce.string().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})
export type PageReferral = z.output<typeof Referral>

const Message = z.object({
  mid: z.string().min(1),
  text: z.string().optional().catch(undefined),
  attachments: z.array(Attachment).optional().catch(undefined),
  referral: Referral.optional().catch(undefined),
  quick_reply: z.object({ payload: z.string() }).optional().catch(undefined),
  reply_to: z
    .object({
      mid: z.string().optional().catch(undefined),
      story: z
        .object({ url: z.string().optional().catch(undefined) })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
  is_echo: z.boolean().optional().catch(undefined),
  is_deleted: z.boolean().optional().catch(undefined),
  is_unsupported: z.boolean().optional().catch(undefined),
  app_id: z.coerce.string().optional().catch(undefined),
  metadata: z.string().optional().catch(undefined),
})
export type PageMessage = z.output<typeof Message>

const Party = z.object({ id: z.coerce.string().min(1) })

/** One item of `messaging`. At most one of its contents is there. */
export const Item = z.object({
  sender: Party,
  recipient: Party,
  timestamp: z.number().optional().catch(undefined),
  message: Message.optional(),
  message_edit: z.object({ mid: z.string().min(1), text: z.string().default('') }).optional(),
  postback: z
    .object({
      mid: z.string().min(1).optional().catch(undefined),
      title: z.string().default('').catch(''),
      payload: z.string().default('').catch(''),
      referral: Referral.optional().catch(undefined),
    })
    .optional(),
  reaction: z
    .object({
      mid: z.string().min(1),
      action: z.enum(['react', 'unreact']),
      reaction: z.string().optional().catch(undefined),
      emoji: z.string().optional().catch(undefined),
    })
    .optional(),
  /** The person comes by a link or an advertisement. */
  referral: Referral.optional().catch(undefined),
  delivery: z
    .object({ mids: z.array(z.string().min(1)).optional().catch(undefined), watermark: z.number().optional() })
    .optional(),
  read: z.object({ watermark: z.number().optional(), mid: z.string().min(1).optional() }).optional(),
})
export type Item = z.output<typeof Item> & {
  /** Another program of the page serves the customer now. */
  isStandby?: true
}

/** What Meta forbids the page, or allows again. Nobody has sent it. */
export const Enforcement = z.object({
  policy_enforcement: z.object({
    action: z.enum(['block', 'unblock']),
    reason: z.string().max(500).default('').catch(''),
  }),
})

export const Entry = z.object({
  id: z.coerce.string().min(1),
  messaging: z.array(z.unknown()).default([]).catch([]),
  standby: z.array(z.unknown()).default([]).catch([]),
  changes: z.array(z.unknown()).default([]).catch([]),
})
