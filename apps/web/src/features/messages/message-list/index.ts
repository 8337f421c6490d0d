export { withAlbums } from './albums.ts'
export { type ListHandle, MessageList } from './message-list.tsx'
export { timelineOf } from './timeline.ts'
export { useJump } from './use-jump.ts'
