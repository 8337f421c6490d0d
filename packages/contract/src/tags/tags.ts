import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Color, Done, Id, IdParams, SearchParam, changeOf, cleanLine, whole } from '../shared/fields.ts'
import { TagRef, Timestamps } from '../shared/refs.ts'

export const TagView = TagRef.extend({
  companyId: z.number(),
  ticketsCount: z.string(),
  contactsCount: z.string(),
  ...Timestamps,
})
export type TagView = z.output<typeof TagView>

const Kanban = whole(0, 1)
export const TagBody = z.object({
  name: z.string('required').overwrite(cleanLine).min(3, 'tooShort').max(50, 'tooLong'),
  /** Empty: a default colour is chosen. */
  color: Color.or(z.literal('')).default(''),
  kanban: Kanban.default(0),
})

export const tagCalls = {
  pickTags: endpoint({
    method: 'GET',
    path: '/tags/list',
    summary: 'All tags, for pick lists',
    access: 'user',
    feature: 'none',
    query: z.object({ kanban: Kanban.optional(), searchParam: SearchParam }),
    answer: z.array(TagView),
  }),
  listTags: endpoint({
    method: 'GET',
    path: '/tags',
    summary: 'Tags with how often they are used',
    access: 'user',
    feature: 'none',
    query: z.object({
      searchParam: SearchParam,
      offset: whole(0, 100_000).default(0),
      kanban: Kanban.default(0),
    }),
    answer: z.object({ tags: z.array(TagView), count: z.number(), hasMore: z.boolean() }),
  }),
  getTag: endpoint({
    method: 'GET',
    path: '/tags/:id',
    summary: 'One tag',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: TagView,
  }),
  createTag: endpoint({
    method: 'POST',
    path: '/tags',
    summary: 'A new tag',
    access: 'user',
    feature: 'none',
    body: TagBody,
    answer: TagView,
  }),
  updateTag: endpoint({
    method: 'PUT',
    path: '/tags/:id',
    summary: 'Change a tag',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    body: changeOf(TagBody),
    answer: TagView,
  }),
  deleteTag: endpoint({
    method: 'DELETE',
    path: '/tags/:id',
    summary: 'Remove a tag',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    answer: Done,
  }),
  syncTags: endpoint({
    method: 'POST',
    path: '/tags/sync',
    summary: 'These tags and no others on a contact (kanban 0) and on a ticket (kanban 1)',
    access: 'user',
    feature: 'none',
    body: z.object({ contactId: Id, ticketId: Id.nullish(), tags: z.array(z.object({ id: Id })).max(100) }),
    answer: z.array(TagRef),
  }),
} as const
