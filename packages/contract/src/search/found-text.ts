import { z } from 'zod'
import { When } from '../shared/fields.ts'

/** The text in which a search has found its words. */
export const FoundText = z.object({
  /** The message; null: a ticket note. */
  messageId: z.number().nullable(),
  /** The part around the first word that was found, without the rest of a long text. */
  excerpt: z.string(),
  mediaType: z.string(),
  fileName: z.string().nullable(),
  fromMe: z.boolean(),
  isPrivate: z.boolean(),
  /** Who of us, or which member of a group, wrote it; null: the contact. */
  author: z.string().nullable(),
  at: When,
})
export type FoundText = z.output<typeof FoundText>
