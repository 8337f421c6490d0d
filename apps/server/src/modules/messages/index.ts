import type { Channels } from '#channels/registry'
import type { Deps } from '#platform/deps'
import { messagesLive } from './messages.live.ts'
import { messageRoutes } from './messages.routes.ts'

export { mayAnswerByItself } from './may-answer-by-itself.ts'
export { createMayRead } from './may-read-file.ts'
export {
  type Call,
  type MessageRow,
  findMessages,
  keepCall,
  keepDeletion,
  keepEdit,
  previewOf,
} from './messages.repository.ts'
export { insertPosted } from './post-message.ts'
export { addOldReactions, react } from './reactions.ts'
export { autoReplies } from './auto-replies.ts'

export function registerMessages(deps: Deps, channels: Channels): void {
  messageRoutes(deps, channels)
  messagesLive(deps)
}
