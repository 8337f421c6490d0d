import type { Channels } from '#channels/registry'
import type { Parts } from '#platform/parts'
import { messagesLive } from './messages.live.ts'
import { messageRoutes } from './messages.routes.ts'

export { mayAnswerByItself } from './may-answer-by-itself.ts'
export { createMayRead } from './may-read-file.ts'
export { type Call, type MessageRow, findMessages, previewOf } from './messages.repository.ts'
export { insertPosted } from './post-message.ts'
export { react } from './reactions.ts'
export { voice } from './voice.ts'

export function registerMessages(parts: Parts, channels: Channels): void {
  messageRoutes(parts, channels)
  messagesLive(parts)
}
