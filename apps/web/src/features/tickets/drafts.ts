import { Draft, api } from '@guiche/contract'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { call } from '../../lib/api.ts'
import { createDraftStore } from '../../lib/sending/draft-store.ts'
import { onLogout, sessionStore } from '../../lib/session-store.ts'

const Kept = z.array(z.tuple([z.number(), Draft]))
const isKept = (value: unknown): value is z.output<typeof Kept> => Kept.safeParse(value).success

export const drafts = createDraftStore({
  load: async () => (await call(api.listDrafts)).map(({ ticketId, ...draft }) => ({ id: ticketId, ...draft })),
  save: ({ id, ...draft }, options) => call(api.saveDraft, { params: { id }, body: draft }, options),
  store: sessionStore('drafts', isKept, []),
})

onLogout(drafts.clear)

export const useDraft = (ticketId: number): Draft => useSyncExternalStore(drafts.subscribe, () => drafts.get(ticketId))
