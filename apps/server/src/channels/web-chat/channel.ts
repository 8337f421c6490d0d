import type { WebChatMessage, WebChatServerEvents } from '@guiche/contract'
import type { Deps } from '#platform/deps'
import type { Channel, Outbound, Pace } from '@guiche/channel'
import { webChat } from '../facts/web-chat.ts'
import { type SocketVisitor, type VisitorHandlers, roomOf, roomOfChats, serveVisitors, visitorsOf } from './sockets.ts'
import { visitorsIdOf } from './to-inbound.ts'

/** A message as its visitor sees it; undefined if they may not see it. */
export type PresentForVisitor = (companyId: number, messageId: number) => Promise<WebChatMessage | undefined>

export interface WebChatChannel extends Channel {
  /** Starts the sockets. `present` reads messages from the database, so visitors see their current state. */
  serve(handlers: VisitorHandlers & { present: PresentForVisitor }): void
  /** Sends to every window of one visitor. */
  tell<E extends keyof WebChatServerEvents>(
    to: Pick<SocketVisitor, 'companyId' | 'visitorId'>,
    event: E,
    ...payload: Parameters<WebChatServerEvents[E]>
  ): void
  /** Disconnects the visitors of one chat, or of all chats of the company. */
  dismiss(chats: { companyId: number; connectionId?: number }): void
  /** Visitors with a window at this process, each once. */
  visitorsHere(): SocketVisitor[]
  /** Whether any visitor may have a window open, here or at another process. */
  isVisited(): Promise<boolean>
}

/** Limited only so that our own server keeps answering. */
const pace: Pace = { atOnce: 200, perSecond: 2000, automatic: { atOnce: 100, perSecond: 1000 } }

/**
 * The web chat is our own network: committed messages are delivered to open windows, and closed windows fetch them when
 * they come back.
 */
export function createWebChatChannel({
  live,
  publisher,
  log,
}: Pick<Deps, 'live' | 'publisher' | 'log'>): WebChatChannel {
  const namespace = visitorsOf(live)
  let present: PresentForVisitor = () => Promise.resolve(undefined)

  return {
    facts: webChat,
    pace,
    send,
    typing,
    serve,
    tell,
    dismiss,
    visitorsHere,
    isVisited,
  }

  function serve({ present: presenter, ...handlers }: Parameters<WebChatChannel['serve']>[0]) {
    present = presenter
    serveVisitors({ live, publisher, log }, handlers)
  }

  async function send(outbound: Outbound): Promise<{ status: 'sent' }> {
    const visitor = { companyId: outbound.companyId, visitorId: outbound.address }
    switch (outbound.kind) {
      case 'read':
        for (const id of outbound.readIds) tell(visitor, 'ack', { id: visitorsIdOf(id), ack: 3 })
        return { status: 'sent' }
      // Read again, so that the visitor sees the current state of the message.
      case 'text':
      case 'media':
      case 'contacts':
      case 'location':
      case 'template':
      case 'edit':
      case 'delete':
      case 'reaction':
        await show(visitor, outbound.messageId)
        return { status: 'sent' }
    }
  }

  async function show(visitor: Pick<SocketVisitor, 'companyId' | 'visitorId'>, messageId: number) {
    if (!(await isVisited())) return
    const message = await present(visitor.companyId, messageId)
    if (message) tell(visitor, 'message', message)
  }

  function typing({ companyId, address, doing, author }: Parameters<NonNullable<Channel['typing']>>[0]) {
    namespace
      .to(roomOf({ companyId, visitorId: address }))
      .volatile.emit('typing', { typing: doing !== 'paused', author })
  }

  function tell<E extends keyof WebChatServerEvents>(
    to: Pick<SocketVisitor, 'companyId' | 'visitorId'>,
    event: E,
    ...payload: Parameters<WebChatServerEvents[E]>
  ) {
    namespace.to(roomOf(to)).emit(event, ...payload)
  }

  function dismiss(chats: { companyId: number; connectionId?: number }) {
    namespace.in(roomOfChats(chats)).disconnectSockets(true)
  }

  function visitorsHere() {
    const visitors = new Map<string, SocketVisitor>()
    for (const { data } of namespace.sockets.values())
      if (data.visitor) visitors.set(roomOf(data.visitor), data.visitor)
    return [...visitors.values()]
  }

  async function isVisited() {
    return namespace.sockets.size > 0 || (await namespace.adapter.serverCount()) > 1
  }
}
