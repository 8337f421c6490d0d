import { z } from 'zod'
import type { Ask } from '../http/ask.ts'
import { type Described, Product, anyOf, doing, upTo } from './forms.ts'
import { Contacts } from './message-contacts.ts'
import { File, Sticker } from './message-files.ts'
import { Interactive } from './message-interactive.ts'
import { TemplateContent } from './message-template.ts'

const envelope = {
  messaging_product: Product,
  recipient_type: anyOf('individual', 'group').optional(),
  to: z.string().optional(),
  context: z.looseObject({ message_id: z.string().optional() }).optional(),
}

const coordinate = z.union([z.string(), z.number()]).optional()

const Message = z.discriminatedUnion('type', [
  z.looseObject({
    ...envelope,
    type: z.literal('text').optional(),
    text: z.strictObject({ body: upTo(4096), preview_url: z.boolean().optional() }),
  }),
  z.looseObject({ ...envelope, type: z.literal('audio'), audio: File }),
  z.looseObject({ ...envelope, type: z.literal('document'), document: File }),
  z.looseObject({ ...envelope, type: z.literal('image'), image: File }),
  z.looseObject({ ...envelope, type: z.literal('video'), video: File }),
  z.looseObject({ ...envelope, type: z.literal('sticker'), sticker: Sticker }),
  z.looseObject({
    ...envelope,
    type: z.literal('location'),
    location: z.strictObject({
      latitude: coordinate,
      longitude: coordinate,
      name: z.string().optional(),
      address: z.string().optional(),
    }),
  }),
  z.looseObject({
    ...envelope,
    type: z.literal('reaction'),
    reaction: z.strictObject({ message_id: z.string().optional(), emoji: z.string().optional() }),
  }),
  z.looseObject({ ...envelope, type: z.literal('contacts'), contacts: Contacts }),
  z.looseObject({ ...envelope, type: z.literal('interactive'), interactive: Interactive }),
  z.looseObject({ ...envelope, type: z.literal('template'), template: TemplateContent }),
])

const Accepted = z.looseObject({
  messaging_product: Product,
  contacts: z.array(z.looseObject({ input: z.string(), wa_id: z.string().optional() })),
  messages: z.array(
    z.looseObject({
      id: z.string(),
      message_status: anyOf('accepted', 'held_for_quality_assessment', 'paused').optional(),
    }),
  ),
})

const sending: Described = { asked: Message, answers: { 200: Accepted } }

const marking = doing(
  z.looseObject({
    messaging_product: z.string(),
    status: z.string(),
    message_id: z.string(),
    typing_indicator: z.looseObject({ type: z.string() }).optional(),
  }),
)

/** `POST /{number}/messages`: a message, or that one was read. */
export const post = ({ params }: Pick<Ask, 'params'>): Described => ('status' in params ? marking : sending)
