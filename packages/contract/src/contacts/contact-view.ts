import { z } from 'zod'
import { Channel } from '../connections/channels.ts'
import { When } from '../shared/fields.ts'
import { TagRef, Timestamps } from '../shared/refs.ts'

export const ExtraInfo = z.object({ id: z.number(), name: z.string(), value: z.string(), contactId: z.number() })

export const ContactView = z.object({
  id: z.number(),
  companyId: z.number(),
  name: z.string(),
  /** Digits with country code; a stand-in for contacts without a phone number. */
  number: z.string(),
  email: z.string(),
  /** For clients that cannot draw a placeholder: a default picture if the contact has none. */
  profilePicUrl: z.string(),
  urlPicture: z.string().nullable(),
  isGroup: z.boolean(),
  active: z.boolean(),
  disableBot: z.boolean(),
  acceptAudioMessage: z.boolean(),
  lgpdAcceptedAt: When.nullable(),
  channel: Channel,
  remoteJid: z.string().nullable(),
  extraInfo: z.array(ExtraInfo),
  tags: z.array(TagRef),
  contactTags: z.array(z.object({ contactId: z.number(), tagId: z.number() })),
  ...Timestamps,
})
export type ContactView = z.output<typeof ContactView>
