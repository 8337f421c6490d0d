import { z } from 'zod'
import { Contacts } from './contacts.ts'
import { Interactive } from './interactive.ts'
import { Audio, Document, Image, Sticker } from './media.ts'
import { upTo } from './texts.ts'

/** One emoji, or nothing to take the reaction back. */
const Emoji = z
  .string()
  .refine(
    (text) => text === '' || (!/[\p{L}\d]/u.test(text) && [...new Intl.Segmenter().segment(text)].length === 1),
    'must be one emoji',
  )

/** The rules of each type of message. A template has its own, in `templates/`. */
export const contents = {
  text: z.strictObject({ body: upTo(4096), preview_url: z.boolean().optional() }),
  image: Image,
  // A video has the fields of an image.
  video: Image,
  document: Document,
  audio: Audio,
  sticker: Sticker,
  location: z.strictObject({
    latitude: z.coerce.number().min(-90).max(90),
    longitude: z.coerce.number().min(-180).max(180),
    name: z.string().optional(),
    address: z.string().optional(),
  }),
  contacts: Contacts,
  reaction: z.strictObject({ message_id: z.string().min(1), emoji: Emoji }),
  interactive: Interactive,
} as const

export type ContentType = keyof typeof contents

export const isContentType = (type: string): type is ContentType => Object.hasOwn(contents, type)

export const Envelope = z.object({
  recipient_type: z.enum(['individual', 'group']).default('individual'),
  to: z.coerce.string().optional(),
  recipient: z.string().optional(),
  type: z.string().default('text'),
  context: z.object({ message_id: z.string().min(1) }).optional(),
  biz_opaque_callback_data: z.string().max(512, 'must be at most 512 characters long').optional(),
})

export const Mark = z.object({
  status: z.literal('read'),
  message_id: z.string().min(1),
  typing_indicator: z.object({ type: z.literal('text') }).optional(),
})
