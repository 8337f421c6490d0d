import { z } from 'zod'

const QuickReply = z.object({
  content_type: z.enum(['text', 'user_phone_number', 'user_email']),
  title: z.string().max(20, 'must be at most 20 characters long').optional(),
  payload: z.string().max(1000, 'must be at most 1000 characters long').optional(),
  image_url: z.string().optional(),
})

const Button = z.discriminatedUnion('type', [
  z.object({ type: z.literal('postback'), title: z.string().min(1).max(20), payload: z.string().max(1000) }),
  z.object({ type: z.literal('web_url'), title: z.string().min(1).max(20), url: z.url() }),
  z.object({ type: z.literal('phone_number'), title: z.string().min(1).max(20), payload: z.string() }),
])

const File = z.object({
  type: z.enum(['image', 'video', 'audio', 'file']),
  payload: z
    .object({ url: z.url({ protocol: /^https?$/ }).optional(), is_reusable: z.boolean().optional() })
    .default({}),
})

const ButtonTemplate = z.object({
  type: z.literal('template'),
  payload: z.object({
    template_type: z.literal('button'),
    text: z.string().min(1).max(640, 'must be at most 640 characters long'),
    buttons: z.array(Button).min(1).max(3, 'must be at most 3 buttons'),
  }),
})

const Message = z
  .object({
    text: z.string().min(1).optional(),
    attachment: z.discriminatedUnion('type', [File, ButtonTemplate]).optional(),
    quick_replies: z.array(QuickReply).max(13, 'must be at most 13 quick replies').optional(),
    metadata: z.string().max(1000).optional(),
  })
  .refine(
    ({ text, attachment }) => (text === undefined) !== (attachment === undefined),
    'must have either a text or an attachment',
  )

export const Sending = z.object({
  recipient: z.object({ id: z.coerce.string() }),
  messaging_type: z.enum(['RESPONSE', 'UPDATE', 'MESSAGE_TAG']).default('RESPONSE'),
  tag: z.string().optional(),
  message: Message.optional(),
  sender_action: z.enum(['typing_on', 'typing_off', 'mark_seen', 'react', 'unreact']).optional(),
  payload: z.object({ message_id: z.string(), reaction: z.string().optional() }).optional(),
  reply_to: z.object({ mid: z.string() }).optional(),
})

export type Sending = z.output<typeof Sending>
export type SendingMessage = z.output<typeof Message>
