export { AcceptBar } from './accept-bar.tsx'
export { ConversationHead } from './conversation-head.tsx'
