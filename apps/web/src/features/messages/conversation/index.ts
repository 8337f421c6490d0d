export { Conversation, type ConversationHandle } from './conversation.tsx'
