import { Draft, api } from '@guiche/contract'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { call } from '../../lib/api.ts'
import { createDraftStore } from '../../lib/sending/draft-store.ts'
import { onLogout, sessionStore } from '../../lib/session-store.ts'

const Kept = z.array(z.tuple([z.number(), Draft]))
const isKept = (value: unknown): value is z.output<typeof Kept> => Kept.safeParse(value).success

/** Texts for colleagues are never private notes. */
export const chatDrafts = createDraftStore({
  load: async () =>
    (await call(api.listChatDrafts)).map(({ chatId, body }) => ({ id: chatId, body, isPrivate: false })),
  save: ({ id, body }, options) => call(api.saveChatDraft, { params: { id }, body: { body } }, options),
  store: sessionStore('chat-drafts', isKept, []),
})

onLogout(chatDrafts.clear)

export const useChatDraft = (chatId: number): string =>
  useSyncExternalStore(chatDrafts.subscribe, () => chatDrafts.get(chatId)).body
