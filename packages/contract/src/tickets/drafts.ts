import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { IdParams } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'

export const Draft = z.object({ ticketId: z.number(), body: z.string() })
export const draftCalls = {
  listDrafts: endpoint({
    method: 'GET',
    path: '/drafts',
    summary: 'What one has typed and not sent',
    access: 'user',
    feature: 'none',
    answer: z.array(Draft),
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/drafts/:id',
    summary: 'Keep what was typed for a ticket; empty removes it',
    access: 'user',
    feature: 'none',
    params: IdParams,
    body: z.object({ body: z.string().max(limits.messageText) }),
    answer: Draft,
  }),
} as const
