import { expect, test } from 'vitest'
import { type AudienceKind, audienceValuesOf, choiceMissing, isEverybody, sentAudienceOf } from './audience-values.ts'

const nobody = { contactListId: null, tagListId: 'Nenhuma' as const, audience: null }
const sentNobody = { contactListId: null, tagListId: null, audience: null }
const contacts = { kind: 'contacts' as const, tagIds: [], allTags: false, withoutTagIds: [], searchParam: '' }

test.each<[name: string, stored: NonNullable<Parameters<typeof audienceValuesOf>[0]>, kind: AudienceKind]>([
  ['a list', { ...nobody, contactListId: 4 }, 'list'],
  ['one tag', { ...nobody, tagListId: 9 }, 'tags'],
  ['several tags', { ...nobody, audience: { ...contacts, tagIds: [9, 8], allTags: true } }, 'tags'],
  ['a tag without another one', { ...nobody, audience: { ...contacts, tagIds: [9], withoutTagIds: [8] } }, 'tags'],
  ['a name', { ...nobody, audience: { ...contacts, searchParam: 'souza', tagIds: [9] } }, 'filter'],
  ['all contacts', { ...nobody, audience: contacts }, 'filter'],
  ['answers', { ...nobody, audience: { kind: 'answers' as const, campaignId: 3, hasAnswered: true } }, 'answers'],
  ['no answers', { ...nobody, audience: { kind: 'answers' as const, campaignId: 3, hasAnswered: false } }, 'answers'],
])('%s is shown and sent as it is stored', (_, stored, kind) => {
  const values = audienceValuesOf(stored)
  expect(values.audienceKind).toBe(kind)
  expect(sentAudienceOf(values)).toEqual({
    ...stored,
    tagListId: stored.tagListId === 'Nenhuma' ? null : stored.tagListId,
  })
})

test('who begins has chosen nobody, and a choice that lacks something is for nobody', () => {
  const values = audienceValuesOf(undefined)
  expect(choiceMissing(values)).toBe('contactListId')
  expect(choiceMissing({ ...values, audienceKind: 'tags' })).toBe('tagIds')
  expect(choiceMissing({ ...values, audienceKind: 'answers' })).toBe('earlierId')
  expect(sentAudienceOf({ ...values, audienceKind: 'tags', withoutTagIds: ['8'] })).toEqual(sentNobody)
})

test('what was chosen of another kind is not sent', () => {
  const values = { ...audienceValuesOf({ ...nobody, contactListId: 4 }), tagIds: ['9'], contactSearch: 'souza' }
  expect(sentAudienceOf(values)).toEqual({ ...sentNobody, contactListId: 4 })
  expect(sentAudienceOf({ ...values, audienceKind: 'tags' })).toEqual({ ...sentNobody, tagListId: 9 })
})

test('a filter without a condition is for everybody', () => {
  const values = { ...audienceValuesOf(undefined), audienceKind: 'filter' as const, contactSearch: ' ' }
  expect(isEverybody(values)).toBe(true)
  expect(sentAudienceOf(values).audience).toEqual(contacts)
  expect(isEverybody({ ...values, withoutTagIds: ['8'] })).toBe(false)
})
