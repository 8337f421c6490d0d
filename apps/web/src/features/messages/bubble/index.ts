export { AlbumBubble } from './album-bubble.tsx'
export { MessageBubble } from './message-bubble.tsx'
export { SendBubble } from './send-bubble.tsx'
