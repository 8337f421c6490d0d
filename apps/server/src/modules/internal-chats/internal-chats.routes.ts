import { limits } from '@guiche/contract'
import { hurry } from '#platform/database/hurry'
import { badRequest, notFound } from '#platform/errors'
import type { Deps } from '#platform/deps'
import { type MediaLinks, assertMayUpload, storeUpload, withUploads } from '#modules/media'
import { accessTicket, presentTicket } from '#modules/tickets'
import { accessChat, accessChatByUuid, accessMessage } from './access-chat.ts'
import { deleteMessage, editMessage, reactToMessage } from './change-message.ts'
import { countUnread, pageOfChats } from './chats.repository.ts'
import { deleteChat } from './delete-chat.ts'
import { listDrafts, saveDraft } from './drafts.repository.ts'
import { presentChat, presentMessage } from './internal-chats.presenter.ts'
import { type InternalMessageRow, pageOfMessages, searchMessages } from './messages.repository.ts'
import { postFiles, postText } from './post-message.ts'
import { readChat } from './read-chat.ts'
import { createChat, openDirectChat, updateChat } from './save-chat.ts'

export function internalChatsRoutes(deps: Deps, links: MediaLinks): void {
  const { routes } = deps
  const present = (row: InternalMessageRow) => presentMessage(row, links)

  routes.handle('listChats', async ({ query, actor, read }) => {
    if (!actor.features.includes('useInternalChat')) return { records: [], count: 0, hasMore: false, unreads: 0 }
    const { rows, count, unreads } = await read(async (ctx) => ({
      ...(await pageOfChats(ctx, query)),
      unreads: await countUnread(ctx),
    }))
    return {
      records: rows.map(presentChat),
      count,
      hasMore: count > query.pageNumber * limits.rowsPerPage,
      unreads,
    }
  })

  routes.handle('getChat', async ({ params, read }) =>
    presentChat(await read((ctx) => accessChatByUuid(ctx, params.chatUuid))),
  )

  routes.handle('createChat', async ({ body, run }) => presentChat(await run((ctx) => createChat(ctx, body))))

  routes.handle('openDirectChat', async ({ body, run }) =>
    presentChat(await run((ctx) => openDirectChat(ctx, body.userId))),
  )

  routes.handle('updateChat', async ({ params, body, run }) =>
    presentChat(await run((ctx) => updateChat(ctx, params.id, body))),
  )

  routes.handle('deleteChat', async ({ params, run }) => {
    await run((ctx) => deleteChat(ctx, params.id))
    return { message: 'Chat deleted' }
  })

  routes.handle('readChat', async ({ params, body, run }) =>
    presentChat(await run((ctx) => readChat(ctx, params.id, body))),
  )

  routes.handle('listChatDrafts', ({ read }) => read(listDrafts))

  routes.handle('saveChatDraft', async ({ params, body: { body }, run }) => {
    const draft = { chatId: params.id, body }
    await run(async (ctx) => {
      await accessChat(ctx, params.id)
      await saveDraft(ctx, draft)
    })
    return draft
  })

  routes.handle('listChatMessages', async ({ params, query, read }) => {
    const { rows, count, hasMore } = await read(async (ctx) => {
      await accessChat(ctx, params.id)
      return pageOfMessages(ctx, params.id, query)
    })
    return { records: rows.map(present), count, hasMore }
  })

  routes.admitForm('postChatMessage', async ({ params, actor, bytes, read }) => {
    await read(async (ctx) => {
      await accessChat(ctx, params.id)
      await assertMayUpload(ctx, bytes)
    })
    return { companyId: actor.companyId, kind: 'user', id: actor.userId }
  })

  routes.handle('postChatMessage', async ({ params, headers, body, files, actor, run }) => {
    const text = {
      body: body.message,
      clientId: body.clientId ?? headers['idempotency-key'] ?? null,
      replyToId: body.replyToId ?? null,
      mentions: body.mentions,
    }
    if (files.length === 0) {
      const written: TextFields = body
      const { ticketId = null } = written
      if (text.body.trim() === '' && ticketId === null)
        throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.message', message: 'required' }] })
      return present(await run((ctx) => postText(ctx, params.id, { ...text, ticketId })))
    }
    const { mediaWave: wave, mediaSeconds: seconds }: SoundFields = body
    const details = { wave, seconds }
    return withUploads(deps, { companyId: actor.companyId, files, store: storeUpload }, async (uploads) =>
      present(await run((ctx) => postFiles(ctx, params.id, text, { uploads, details }))),
    )
  })

  routes.handle('editChatMessage', async ({ params, body, run }) =>
    present(await run((ctx) => editMessage(ctx, params.id, body.message))),
  )

  routes.handle('deleteChatMessage', async ({ params, run }) =>
    present(await run((ctx) => deleteMessage(ctx, params.id))),
  )

  routes.handle('reactToChatMessage', async ({ params, body, run }) =>
    present(await run((ctx) => reactToMessage(ctx, params.id, body.emoji))),
  )

  routes.handle('ticketOfChatMessage', async ({ params, actor, read }) => {
    const ticket = await read(async (ctx) => {
      const { ticket_id } = await accessMessage(ctx, params.id)
      if (ticket_id === null) throw notFound('ERR_NO_TICKET_FOUND')
      return accessTicket(ctx, ticket_id)
    })
    const shown = presentTicket(ticket, { masked: actor.numbersMasked, origin: deps.publicUrl.origin })
    const { id, uuid, status, contact, queue } = shown
    return { id, uuid, status, contactName: contact.name, queue }
  })

  routes.handle('searchChatMessages', async ({ query, read }) => {
    if (query.searchParam.length < limits.searchLetters) return { records: [] }
    // Both statements go in one round trip.
    const [, rows] = await read((ctx) => Promise.all([hurry(ctx), searchMessages(ctx, query.searchParam)]))
    return {
      records: rows.map(({ chat_uuid, title, ...row }) => ({ chatUuid: chat_uuid, title, message: present(row) })),
    }
  })
}

/** Only a text has one. */
interface TextFields {
  message: string
  ticketId?: number | null | undefined
}

/** Only a form has them. */
interface SoundFields {
  message: string
  mediaWave?: number[] | undefined
  mediaSeconds?: number | undefined
}
