import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { IdParams } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'

/** An unsent text. `isPrivate`: it is written as a private note, and must not become a message by itself. */
export const Draft = z.object({ body: z.string(), isPrivate: z.boolean() })
export type Draft = z.output<typeof Draft>

const SavedDraft = Draft.extend({ ticketId: z.number() })
export type SavedDraft = z.output<typeof SavedDraft>

export const draftCalls = {
  listDrafts: endpoint({
    method: 'GET',
    path: '/drafts',
    summary: 'What one has typed and not sent',
    access: 'user',
    feature: 'none',
    answer: z.array(SavedDraft),
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/drafts/:id',
    summary: 'Keep what was typed for a ticket; empty removes it',
    access: 'user',
    feature: 'none',
    params: IdParams,
    body: z.object({ body: z.string().max(limits.messageText), isPrivate: z.boolean().default(false) }),
    answer: SavedDraft,
  }),
} as const
