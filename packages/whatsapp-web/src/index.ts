export type { EndReason } from './session/disconnects.ts'
export { MediaGone } from './media/fetch-media.ts'
export type { HistoryChunk } from './history/history-chunk.ts'
export type { Log } from './library/log.ts'
export { readHistory } from './history/read-history.ts'
export {
  type LogoutResult,
  Session,
  type SessionOptions,
  type SessionState,
  type HistoryPosition,
} from './session/session.ts'
export type { Batch, Secret, SessionStore } from './store/session-store.ts'
export type { OpenFile } from './outbound/to-whatsapp.ts'
