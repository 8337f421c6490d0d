export { Conversation, type ConversationHandle } from './conversation.tsx'
export { DropArea } from './drop-area.tsx'
