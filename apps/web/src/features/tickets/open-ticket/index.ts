export { AcceptBar } from './accept-bar.tsx'
export { ConversationHead } from './conversation-head.tsx'
export { headActions, isShown } from './head-action-list.ts'
