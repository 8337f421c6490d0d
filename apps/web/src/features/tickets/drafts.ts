import { api } from '@guiche/contract'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { call } from '../../lib/api.ts'
import { onLogout, sessionStore } from '../../lib/session-store.ts'
import { createDraftStore } from './draft-store.ts'

const Kept = z.array(z.tuple([z.number(), z.string()]))
const isKept = (value: unknown): value is z.output<typeof Kept> => Kept.safeParse(value).success

export const drafts = createDraftStore({
  load: () => call(api.listDrafts),
  save: (ticketId, body) => call(api.saveDraft, { params: { id: ticketId }, body: { body } }),
  store: sessionStore('drafts', isKept, []),
})

onLogout(drafts.clear)

export const useDraft = (ticketId: number): string => useSyncExternalStore(drafts.subscribe, () => drafts.get(ticketId))
