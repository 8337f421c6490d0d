import { z } from 'zod'
import { Flag, Id, SearchParam } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'

const TagIds = z
  .array(Id)
  .max(limits.audienceTags, 'tooMany')
  .transform((ids) => [...new Set(ids)])
  .default([])

/** The contacts with one of these tags, or with all of them; without tags, all contacts. */
const ContactsAudience = z.object({
  kind: z.literal('contacts'),
  tagIds: TagIds,
  allTags: Flag.default(false),
  /** Who has one of these is left out. */
  withoutTagIds: TagIds,
  /** A part of name, number or e-mail. */
  searchParam: SearchParam,
})

/**
 * The people of an earlier campaign who answered it, or who got its message and did not. Who said no to its question is in
 * neither.
 */
const AnswersAudience = z.object({
  kind: z.literal('answers'),
  campaignId: Id,
  hasAnswered: Flag.default(true),
})

/** Who gets a campaign, if it is neither a list nor the contacts with one tag. */
export const CampaignAudience = z.discriminatedUnion('kind', [ContactsAudience, AnswersAudience])
export type CampaignAudience = z.output<typeof CampaignAudience>
