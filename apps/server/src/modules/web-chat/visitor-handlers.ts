import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { busy } from '#platform/errors'
import { unknownCompany } from '#platform/live/live'
import { type SocketVisitor, type VisitorHandshake, type WebChatChannel, ackToInbound } from '#channels/web-chat'
import type { MediaLinks } from '#modules/media'
import { storeInbound } from '#modules/inbound'
import { findMessages } from '#modules/messages'
import { stateOf } from '#modules/tickets'
import type { Presence } from '#modules/users'
import { roomsOfTicket } from '#modules/visibility'
import {
  type VisitorLimits,
  accessChatOfVisitor,
  accessVisitorIn,
  findVisitor,
  getWebChat,
  isOursBelow,
} from '#modules/visitors'
import { findCurrentTicket } from './chat-status.repository.ts'
import { readAttendant, readChatStatus } from './read-chat-status.ts'
import { presentForVisitor } from './web-chat.presenter.ts'

interface Wiring {
  channel: WebChatChannel
  links: MediaLinks
  presence: Presence
  limits: Pick<VisitorLimits, 'ack' | 'handshake'>
}

/** Handles what the sockets of visitors ask for. */
export function createVisitorHandlers(deps: Deps, { channel, links, presence, limits }: Wiring) {
  const { units, live } = deps
  const as = ({ companyId, connectionId }: { companyId: number; connectionId: number | null }) =>
    ({ kind: 'connection', companyId, connectionId }) as const

  return { recognize, arrived: tellStatus, typing, acknowledged, present, tellStatus }

  async function recognize({ secret, origin, address }: VisitorHandshake): Promise<SocketVisitor> {
    // A busy server closes the connection, so that the client reconnects; after a refusal it would not.
    await limits.handshake(address).catch(() => Promise.reject(busy()))
    const claimed = await live.admit(unknownCompany, () => accessChatOfVisitor(deps, secret, origin))
    const { id, webChat } = await live.admit(claimed.webChat.companyId, () => accessVisitorIn(deps, claimed))
    return { companyId: webChat.companyId, connectionId: webChat.connectionId, visitorId: id }
  }

  async function present(companyId: number, messageId: number) {
    const [message] = await units.read(as({ companyId, connectionId: null }), (ctx) => findMessages(ctx, [messageId]))
    return message && !message.is_private ? presentForVisitor(message, links) : undefined
  }

  async function tellStatus(visitor: SocketVisitor) {
    const status = await units.read(as(visitor), async (ctx) => {
      const webChat = await getWebChat(ctx, visitor.connectionId)
      const { online, withinHours } = await readChatStatus(ctx, webChat, presence)
      const { attendant, isThere } = await readAttendant(ctx, await conversationOf(ctx, visitor), {
        links,
        presence,
      })
      return { online: online || isThere, withinHours, attendant }
    })
    channel.tell(visitor, 'status', status)
  }

  /** Shown to people who see the ticket. May be lost. */
  async function typing(visitor: SocketVisitor, isTyping: boolean) {
    const { companyId } = visitor
    const ticket = await units.read(as(visitor), async (ctx) => {
      const conversationId = await conversationOf(ctx, visitor)
      return conversationId === null ? undefined : findCurrentTicket(ctx, conversationId)
    })
    if (!ticket) return
    const heard = roomsOfTicket(companyId, ticket.id, stateOf(ticket))
    live.emitVolatile({
      companyId,
      event: 'presence',
      rooms: heard,
      masked: 'same',
      payload: { action: 'update-presence', ticketId: ticket.id, presence: isTyping ? 'composing' : 'available' },
    })
  }

  /** Only for messages to this visitor, and only if it changes something. Others are ignored. */
  async function acknowledged(visitor: SocketVisitor, ack: { id: string; ack: 2 | 3 }) {
    const { connectionId, visitorId } = visitor
    await limits.ack(visitorId)
    await units.run(as(visitor), async (ctx) => {
      if (await isOursBelow(ctx, await conversationOf(ctx, visitor), connectionId, ack))
        await storeInbound(ctx, connectionId, ackToInbound(visitorId, ack))
    })
  }

  async function conversationOf(ctx: Ctx, { connectionId, visitorId }: SocketVisitor): Promise<number | null> {
    return (await findVisitor(ctx, connectionId, visitorId))?.conversation_id ?? null
  }
}
