import { type ImageView, type MessageView, wordsOf } from '@guiche/contract'
import type { UserCtx } from '#platform/context'
import { badRequest, notFound } from '#platform/errors'
import type { Deps } from '#platform/deps'
import type { Channels } from '#channels/registry'
import { assertMayUpload, fetchWanted, mediaLinks, storeSticker, storeUpload, withUploads } from '#modules/media'
import { approvedTemplates, presentTemplate } from '#modules/message-templates'
import { readSettings } from '#modules/settings'
import { accessTicket, presentTicket } from '#modules/tickets'
import { maySeeTicket } from '#modules/visibility'
import { contentOf } from './body/message-content.ts'
import { forwardMessages } from './forward-messages.ts'
import { deleteMessage, editMessage, reactToMessage, retryMessage } from './change-message.ts'
import { firstLink, listImageMessages, listMediaMessages, pageNumbers } from './list-media.ts'
import { listMessages } from './list-messages.ts'
import { markRead } from './mark-read.ts'
import { type Posted, postMessage, postTemplate } from './post-message.ts'
import { postUploads } from './post-uploads.ts'
import { type MessageViewer, presentMessage } from './messages.presenter.ts'
import { findMessages, getMessage } from './messages.repository.ts'
import { signatureOf } from './body/signature.ts'
import { readValues } from './body/variables.ts'

export function messageRoutes(deps: Deps, channels: Channels): void {
  const { routes } = deps
  const links = mediaLinks(deps)

  routes.handle('listMessages', async ({ params, query, actor, run, read }) => {
    const { page, viewer } = await read(async (ctx) => ({
      page: await listMessages(ctx, params.id, query),
      viewer: await viewerOf(ctx),
    }))
    const isNewest = query.before === undefined && query.around === undefined && query.pageNumber === 1
    const isNews = page.ticket.unread_count > 0 || page.ticket.transferred_at !== null
    if (isNewest && query.markRead && isNews) await run((ctx) => markRead(ctx, params.id))
    const unfetched = page.messages.flatMap(({ file }) => (file?.is_lazy ? [file.key] : []))
    if (unfetched.length > 0) await run((ctx) => fetchWanted(ctx, unfetched))
    return {
      messages: page.messages.map((row) => presentMessage(row, viewer)),
      ticket: presentTicket(page.ticket, { masked: actor.numbersMasked, origin: deps.publicUrl.origin }),
      count: page.count,
      hasMore: page.hasMore,
    }
  })

  routes.admitForm('postMessage', async ({ params, actor, bytes, read }) => {
    await read(async (ctx) => {
      await accessTicket(ctx, params.id)
      await assertMayUpload(ctx, bytes)
    })
    return { companyId: actor.companyId, kind: 'user', id: actor.userId }
  })

  routes.handle('postMessage', async ({ params, headers, body, files, actor, run }) => {
    const clientId = body.clientId ?? headers['idempotency-key'] ?? null
    const quotedMsgId = ('quotedMsg' in body ? body.quotedMsg?.id : undefined) ?? (body.quotedMsgId || null)
    const isPrivate = body.isPrivate || body.body.startsWith('\u200d')
    const text = {
      body: isPrivate ? body.body.replace(/^\u200d/, '') : body.body,
      isPrivate,
      quotedMsgId,
    }
    const isTextOnly =
      !('vCard' in body && body.vCard) &&
      !('location' in body && body.location) &&
      !('quickMessageId' in body && body.quickMessageId)
    if (files.length === 0 && isTextOnly && text.body.trim() === '')
      throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.body', message: 'required' }] })

    if (files.length === 0)
      return run(async (ctx) =>
        shown(
          ctx,
          await postMessage(ctx, params.id, { ...text, clientId, content: contentOf(ctx, { ...body, isPrivate }) }),
        ),
      )
    // Stickers have no caption.
    const { store, words } =
      'isSticker' in body && body.isSticker
        ? { store: storeSticker, words: { ...text, body: '' } }
        : { store: storeUpload, words: text }
    const { mediaWave: wave, mediaSeconds: seconds }: SoundFields = body
    const details = { wave, seconds }
    return withUploads(deps, { companyId: actor.companyId, files, store }, (uploads) =>
      run(async (ctx) => shown(ctx, await postUploads(ctx, params.id, { ...words, clientId }, uploads, details))),
    )
  })

  routes.handle('templatesOfTicket', ({ params, read }) =>
    read(async (ctx) => {
      const ticket = await accessTicket(ctx, params.id)
      return (await approvedTemplates(ctx, ticket.connection_id)).map((row) => presentTemplate(row, links))
    }),
  )

  routes.handle('sendTemplate', ({ params, headers, body: { clientId, ...choice }, run }) =>
    run(async (ctx) => {
      const chosen = { ...choice, clientId: clientId ?? headers['idempotency-key'] ?? null }
      return shown(ctx, await postTemplate(ctx, params.id, chosen))
    }),
  )

  routes.handle('editMessage', ({ params, body, run }) =>
    run(async (ctx) => {
      await editMessage(ctx, channels, params.id, body.body)
      return show(ctx, params.id)
    }),
  )

  routes.handle('deleteMessage', ({ params, run }) =>
    run(async (ctx) => {
      const [before] = await findMessages(ctx, [params.id])
      const outcome = await deleteMessage(ctx, channels, params.id)
      if (outcome === 'marked') return show(ctx, params.id)
      if (!before) throw notFound('ERR_NO_MESSAGE_FOUND')
      return { ...presentMessage(before, await viewerOf(ctx)), isDeleted: true }
    }),
  )

  routes.handle('retryMessage', ({ params, run }) =>
    run(async (ctx) => {
      await retryMessage(ctx, params.id)
      return show(ctx, params.id)
    }),
  )

  routes.handle('reactToMessage', ({ body, run }) =>
    run(async (ctx) => {
      return show(
        ctx,
        await reactToMessage(ctx, channels, { ticketId: body.ticketId, wid: String(body.id), emoji: body.text }),
      )
    }),
  )

  routes.handle('forwardMessage', ({ headers, body, run }) =>
    run(async (ctx) => {
      return forwardMessages(ctx, {
        messageIds: [body.messageId, ...(body.moreMessageIds ?? [])],
        contactId: body.contactId,
        clientId: body.clientId ?? headers['idempotency-key'] ?? null,
        precedingCount: 0,
      })
    }),
  )

  routes.handle('forwardToMany', ({ headers, body, run }) =>
    run(async (ctx) => {
      const clientId = body.clientId ?? headers['idempotency-key'] ?? null
      // All calls lock contacts in the same order, so that two of them cannot deadlock.
      const contacts = [...new Set(body.currentContacts.map(({ id }) => id))].toSorted((one, other) => one - other)
      for (const [precedingCount, contactId] of contacts.entries())
        await forwardMessages(ctx, { messageIds: [body.message.id], contactId, clientId, precedingCount })
      return String(contacts.length)
    }),
  )

  routes.handle('messageVariables', ({ params, read }) =>
    read(async (ctx) => {
      const { id } = await accessTicket(ctx, params.id)
      const values = await readValues(ctx, id)
      // The server fills in what it is sent once more. A customer's name must not be a variable then (S45).
      return Object.fromEntries([...values].map(([name, value]) => [name, value.replace(/[{}]/g, '')]))
    }),
  )

  routes.handle('listImages', ({ params, query, read }) =>
    read(async (ctx) => {
      const { messages, count, first } = await listImageMessages(ctx, params.id, query)
      const [pages, viewer] = [await pageNumbers(ctx, messages), await viewerOf(ctx)]
      return { images: messages.flatMap((row) => imageOf(presentMessage(row, viewer), pages)), count, first }
    }),
  )

  routes.handle('listMedia', ({ params, read }) =>
    read(async (ctx) => {
      const found = await listMediaMessages(ctx, params.id)
      const pages = await pageNumbers(ctx, [...found.files, ...found.links])
      const viewer = await viewerOf(ctx)
      const files = found.files.map((row) => presentMessage(row, viewer)).filter((message) => message.mediaUrl !== null)
      return {
        media: files
          .filter((file) => file.mediaType !== 'application')
          .map(({ id, mediaUrl, mediaType, thumbnailUrl, mediaSeconds }) => ({
            id,
            mediaUrl: mediaUrl ?? '',
            mediaType,
            thumbnailUrl,
            mediaSeconds,
          })),
        documents: files
          .filter((file) => file.mediaType === 'application')
          .map(({ id, mediaUrl, mediaName }) => ({
            id,
            url: mediaUrl ?? '',
            pageNumber: pages.get(id) ?? 1,
            body: mediaName ?? '',
          })),
        links: found.links.map((row) => ({
          id: row.id,
          url: firstLink(row.body),
          pageNumber: pages.get(row.id) ?? 1,
          body: wordsOf({ body: row.body, signature: signatureOf(row) }).slice(0, 500),
        })),
        calls: found.calls.map((row) => presentMessage(row, viewer)),
      }
    }),
  )

  async function show(ctx: UserCtx, id: number): Promise<MessageView> {
    return presentMessage(await getMessage(ctx, id), await viewerOf(ctx))
  }

  async function viewerOf(ctx: UserCtx): Promise<MessageViewer> {
    const { lgpdDeleteMessage } = await readSettings(ctx)
    return {
      links,
      hidesDeleted: lgpdDeleteMessage === 'enabled',
      masked: ctx.actor.numbersMasked,
      sees: (ticket) => maySeeTicket(ctx.actor, ticket),
    }
  }

  async function shown(ctx: UserCtx, { message }: Posted): Promise<MessageView> {
    return presentMessage(message, await viewerOf(ctx))
  }
}

/** Only a form has them. */
interface SoundFields {
  body: string
  mediaWave?: number[] | undefined
  mediaSeconds?: number | undefined
}

/** Empty for a message whose file may not be shown. */
function imageOf(message: MessageView, pages: Map<number, number>): ImageView[] {
  const { id, mediaUrl, mediaType, thumbnailUrl, mediaName, body, signature, fromMe, user, contact } = message
  const { origin, writtenIn } = message
  if (mediaUrl === null) return []
  return [
    {
      id,
      mediaUrl,
      mediaType,
      thumbnailUrl,
      mediaName,
      body,
      signature,
      fromMe,
      origin,
      ...(writtenIn && { writtenIn }),
      user,
      contact,
      createdAt: message.createdAt,
      pageNumber: pages.get(id) ?? 1,
    },
  ]
}
