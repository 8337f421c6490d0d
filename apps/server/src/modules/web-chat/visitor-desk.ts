import type { Ctx } from '#platform/context'
import type { Parts } from '#platform/parts'
import { masked } from '#platform/rooms'
import { type SocketVisitor, type VisitorDesk, type WebChatChannel, ackToInbound } from '#channels/web-chat'
import type { MediaLinks } from '#modules/media'
import { findMessages, storeInbound } from '#modules/messages'
import { placeOf, roomsOfTicket } from '#modules/tickets'
import { accessVisitorAlone, getWebChat } from './access-web-chat.ts'
import { findLivingTicket } from './desk.repository.ts'
import { readAttendant, readDesk } from './read-desk.ts'
import { findVisitor, isOurs } from './visitors.repository.ts'
import { presentForVisitor } from './web-chat.presenter.ts'

interface Wiring {
  channel: WebChatChannel
  links: MediaLinks
  wakeInbox: (companyId: number) => void
}

/** What stands behind the sockets of visitors. */
export function createVisitorDesk(parts: Parts, { channel, links, wakeInbox }: Wiring) {
  const { units, live } = parts
  const as = (companyId: number) => ({ kind: 'connection', companyId }) as const

  return { recognize, arrived: tellStatus, typing, acknowledged, present, tellStatus }

  async function recognize({ secret, ...knock }: Parameters<VisitorDesk['recognize']>[0]): Promise<SocketVisitor> {
    const { id, webChat } = await accessVisitorAlone(parts, secret, knock)
    return { companyId: webChat.companyId, connectionId: webChat.connectionId, visitorId: id }
  }

  async function present(companyId: number, messageId: number) {
    const [message] = await units.read(as(companyId), (ctx) => findMessages(ctx, [messageId]))
    return message && !message.is_private ? presentForVisitor(message, links) : undefined
  }

  async function tellStatus(visitor: SocketVisitor) {
    const status = await units.read(as(visitor.companyId), async (ctx) => {
      const webChat = await getWebChat(ctx, visitor.connectionId)
      const { online, withinHours } = await readDesk(ctx, webChat)
      const { attendant, isThere } = await readAttendant(ctx, await conversationOf(ctx, visitor), links)
      return { online: online || isThere, withinHours, attendant }
    })
    channel.tell(visitor, 'status', status)
  }

  /** Shown where the ticket is shown; worth nothing a moment later. */
  async function typing(visitor: SocketVisitor, isTyping: boolean) {
    const { companyId } = visitor
    const ticket = await units.read(as(companyId), async (ctx) => {
      const conversationId = await conversationOf(ctx, visitor)
      return conversationId === null ? undefined : findLivingTicket(ctx, conversationId)
    })
    if (!ticket) return
    const heard = roomsOfTicket(companyId, ticket.id, placeOf(ticket))
    live.emitVolatile({
      companyId,
      event: 'presence',
      rooms: [...heard, ...heard.map(masked)],
      payload: { action: 'update-presence', ticketId: ticket.id, presence: isTyping ? 'composing' : 'available' },
    })
  }

  /** Only of what was said to this visitor; anything else is not there. */
  async function acknowledged(visitor: SocketVisitor, ack: { id: string; ack: 2 | 3 }) {
    const { companyId, connectionId, visitorId } = visitor
    const isTaken = await units.run(as(companyId), async (ctx) => {
      if (!(await isOurs(ctx, await conversationOf(ctx, visitor), connectionId, ack.id))) return false
      await storeInbound(ctx, connectionId, ackToInbound(visitorId, ack))
      return true
    })
    if (isTaken) wakeInbox(companyId)
  }

  async function conversationOf(ctx: Ctx, { connectionId, visitorId }: SocketVisitor): Promise<number | null> {
    return (await findVisitor(ctx, connectionId, visitorId))?.conversation_id ?? null
  }
}
