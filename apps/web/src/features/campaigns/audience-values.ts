import type { CampaignAudience, CampaignView } from '@guiche/contract'

/** How people are chosen. `filter`: contacts by a part of their name, number or e-mail, and by tags. */
export const audienceKinds = ['list', 'tags', 'filter', 'answers'] as const
export type AudienceKind = (typeof audienceKinds)[number]

/** What was chosen of another kind stays while the form is open. */
export type AudienceValues = {
  audienceKind: AudienceKind
  contactListId: string
  tagIds: string[]
  tagMatch: 'any' | 'all'
  withoutTagIds: string[]
  contactSearch: string
  earlierId: string
  answer: 'yes' | 'no'
}

type Stored = Pick<CampaignView, 'contactListId' | 'tagListId' | 'audience'>

const nobody: AudienceValues = {
  audienceKind: 'list',
  contactListId: '',
  tagIds: [],
  tagMatch: 'any',
  withoutTagIds: [],
  contactSearch: '',
  earlierId: '',
  answer: 'yes',
}

export function audienceValuesOf(stored: Stored | undefined): AudienceValues {
  if (!stored) return nobody
  const { contactListId, tagListId, audience } = stored
  if (typeof tagListId === 'number') return { ...nobody, audienceKind: 'tags', tagIds: [String(tagListId)] }
  if (contactListId !== null) return { ...nobody, contactListId: String(contactListId) }
  if (audience === null) return nobody
  if (audience.kind === 'answers') {
    const { campaignId, hasAnswered } = audience
    return { ...nobody, audienceKind: 'answers', earlierId: String(campaignId), answer: hasAnswered ? 'yes' : 'no' }
  }
  const { tagIds, allTags, withoutTagIds, searchParam } = audience
  return {
    ...nobody,
    audienceKind: searchParam === '' && tagIds.length > 0 ? 'tags' : 'filter',
    tagIds: tagIds.map(String),
    tagMatch: allTags ? 'all' : 'any',
    withoutTagIds: withoutTagIds.map(String),
    contactSearch: searchParam,
  }
}

/** As it is sent. One tag alone is sent as existing clients know it. */
export function sentAudienceOf(values: AudienceValues): {
  contactListId: number | null
  tagListId: number | null
  audience: CampaignAudience | null
} {
  const none = { contactListId: null, tagListId: null, audience: null }
  const { audienceKind, contactListId, tagIds, withoutTagIds, earlierId } = values
  if (!hasPeople(values)) return none
  if (audienceKind === 'list') return { ...none, contactListId: Number(contactListId) }
  if (audienceKind === 'answers')
    return {
      ...none,
      audience: { kind: 'answers', campaignId: Number(earlierId), hasAnswered: values.answer === 'yes' },
    }
  const [only, ...others] = tagIds
  if (audienceKind === 'tags' && others.length === 0 && withoutTagIds.length === 0)
    return { ...none, tagListId: Number(only) }
  return {
    ...none,
    audience: {
      kind: 'contacts',
      tagIds: tagIds.map(Number),
      allTags: values.tagMatch === 'all',
      withoutTagIds: withoutTagIds.map(Number),
      searchParam: audienceKind === 'filter' ? values.contactSearch.trim() : '',
    },
  }
}

/** Whether somebody is chosen. A filter without a condition is for all contacts. */
export const hasPeople = (values: AudienceValues): boolean => choiceMissing(values) === undefined

/** The field that lacks a choice. */
export function choiceMissing(values: AudienceValues): 'contactListId' | 'tagIds' | 'earlierId' | undefined {
  const { audienceKind, contactListId, tagIds, earlierId } = values
  if (audienceKind === 'list' && contactListId === '') return 'contactListId'
  if (audienceKind === 'tags' && tagIds.length === 0) return 'tagIds'
  return audienceKind === 'answers' && earlierId === '' ? 'earlierId' : undefined
}

/** Whether a filter has no condition. */
export const isEverybody = ({ audienceKind, tagIds, withoutTagIds, contactSearch }: AudienceValues): boolean =>
  audienceKind === 'filter' && tagIds.length === 0 && withoutTagIds.length === 0 && contactSearch.trim() === ''
