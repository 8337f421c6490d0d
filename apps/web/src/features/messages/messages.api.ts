import { type MessageView, api, limits } from '@guiche/contract'
import { type QueryClient, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, upload } from '../../lib/api.ts'
import { catchUpMessages, messageKeys, renewConversation } from './message-cache.ts'
import { soundFields } from './sound/index.ts'
import type { SentThing } from './sends.ts'
import type { MessageCursor, MessagePage } from './message-pages.ts'

/**
 * A conversation, loaded upwards from its end, or in both directions from a message. Live events keep it up to date.
 */
export const messagesOfTicket = (ticketId: number, anchor = 0) => {
  const start: MessageCursor = anchor > 0 ? { around: anchor } : {}
  return infiniteQueryOptions({
    queryKey: messageKeys.pages(ticketId, anchor),
    queryFn: ({ pageParam, signal }) => fetchPage(ticketId, pageParam, signal),
    initialPageParam: start,
    getNextPageParam: ({ messages: [oldest], hasMore }): MessageCursor | undefined =>
      hasMore && oldest ? { before: oldest.id } : undefined,
    getPreviousPageParam: ({ messages, hasNewer }): MessageCursor | undefined => {
      const newest = messages.at(-1)
      return hasNewer && newest ? { around: newest.id } : undefined
    },
    staleTime: Infinity,
    gcTime: 30 * 60_000,
  })
}

async function fetchPage(ticketId: number, cursor: MessageCursor, signal?: AbortSignal): Promise<MessagePage> {
  const { messages, hasMore } = await call(
    api.listMessages,
    { params: { id: ticketId }, query: { ...cursor, markRead: false } },
    { signal },
  )
  const newerOnes = messages.filter(({ id }) => id >= (cursor.around ?? Infinity)).length
  return { messages, hasMore, hasNewer: newerOnes >= limits.messagesPerPage }
}

/** Marks the conversation as read on the server and merges the newest page that it answers with. */
export const readConversation = (cache: QueryClient, ticketId: number): Promise<void> =>
  mergeNewest(cache, ticketId, { markRead: true })

/** The same without marking it as read: nobody may be looking at it. */
export const refetchNewest = (cache: QueryClient, ticketId: number): Promise<void> =>
  mergeNewest(cache, ticketId, { markRead: false })

async function mergeNewest(cache: QueryClient, ticketId: number, query: { markRead: boolean }): Promise<void> {
  const asked = performance.now()
  const { messages, hasMore } = await call(api.listMessages, { params: { id: ticketId }, query })
  const page = catchUpMessages(cache, ticketId, { messages, hasMore, hasNewer: false }, asked)
  renewConversation(cache, ticketId, page)
}

/** Pictures and videos of the conversation, loaded in both directions from the message `start`. */
export const imagesOfTicket = (ticketId: number, start: number) =>
  infiniteQueryOptions({
    queryKey: ['images', ticketId, start],
    queryFn: ({ pageParam, signal }) =>
      call(api.listImages, { params: { id: ticketId }, query: { around: pageParam, videos: true } }, { signal }),
    initialPageParam: start,
    getPreviousPageParam: ({ images: [oldest], first }) => (first > 1 ? oldest?.id : undefined),
    getNextPageParam: ({ images, first, count }) => (first + images.length <= count ? images.at(-1)?.id : undefined),
    staleTime: Infinity,
    gcTime: 0,
  })

export const mediaOfTicket = (ticketId: number) =>
  queryOptions({
    queryKey: ['media', ticketId],
    queryFn: ({ signal }) => call(api.listMedia, { params: { id: ticketId } }, { signal }),
    staleTime: 60_000,
  })

/** Messages of the conversation with all words of a text, newest first. */
export const foundInConversation = (ticketId: number, text: string) =>
  queryOptions({
    queryKey: ['conversation-search', ticketId, text],
    queryFn: ({ signal }) =>
      call(api.searchConversation, { params: { id: ticketId }, query: { searchParam: text } }, { signal }),
    staleTime: 0,
    gcTime: 60_000,
  })

export interface NewMessage {
  ticketId: number
  /** The client's id for it: the same id twice is one message (R5). */
  clientId: string
  body: string
  isPrivate: boolean
  quotedMsgId: number | null
}

export const postText = ({ ticketId, ...body }: NewMessage): Promise<MessageView> =>
  call(api.postMessage, { params: { id: ticketId }, body: { ...body, fromMe: true } })

/** With the file of a quick message, which the server has already. */
export const postStored = ({ ticketId, ...message }: NewMessage, quickMessageId: number): Promise<MessageView> =>
  call(api.postMessage, { params: { id: ticketId }, body: { ...message, fromMe: true, quickMessageId } })

export const postThing = ({ ticketId, ...message }: NewMessage, thing: SentThing): Promise<MessageView> =>
  call(api.postMessage, {
    params: { id: ticketId },
    body: {
      ...message,
      fromMe: true,
      ...(thing.kind === 'cards' ? { vCard: thing.contacts.map(({ id }) => ({ id })) } : { location: thing.location }),
    },
  })

export async function postFile(
  { ticketId, quotedMsgId, ...fields }: NewMessage & { isSticker?: boolean | undefined },
  file: File,
  onProgress: (share: number) => void,
): Promise<MessageView> {
  const about = await soundFields(file)
  return upload(
    api.postMessage,
    {
      params: { id: ticketId },
      form: { ...fields, ...about, fromMe: true, ...(quotedMsgId !== null && { quotedMsgId }) },
    },
    { files: [file], field: 'medias', onProgress },
  )
}

export const editMessage = (id: number, body: string): Promise<MessageView> =>
  call(api.editMessage, { params: { id }, body: { body } })
/** `clientId`: the client's id for it, the same for every try. */
export const forwardMessages = ([messageId = 0, ...moreMessageIds]: number[], contactId: number, clientId: string) =>
  call(api.forwardMessage, { body: { messageId, moreMessageIds, contactId, clientId } })
/** Can be undone for some seconds. */
export const askMessageDeletion = (id: number) => call(api.askMessageDeletion, { params: { id } })
export const retryMessage = (id: number): Promise<MessageView> => call(api.retryMessage, { params: { id } })
export const reactToMessage = ({ wid, ticketId, remoteJid, fromMe }: MessageView, text: string): Promise<MessageView> =>
  call(api.reactToMessage, { body: { text, id: wid, ticketId, remoteJid, fromMe } })
