export { type WebChatChannel, createWebChatChannel } from './web-chat/channel.ts'
export type { SocketVisitor, VisitorHandlers, VisitorHandshake } from './web-chat/sockets.ts'
export {
  type VisitorFile,
  type WritingVisitor,
  ackToInbound,
  externalIdOf,
  messageToInbound,
  visitorsIdOf,
} from './web-chat/to-inbound.ts'
