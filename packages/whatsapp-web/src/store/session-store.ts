import type { Inbound } from '@guiche/channel'
import type { HistoryChunk } from '../history/history-chunk.ts'

/** A credential, a key or a sent message of a session. Its value is text; null takes it away. */
export interface Secret {
  kind: string
  name: string
  value: string | null
  /** What is not needed for as long as the session lives; it may be taken away then. */
  until?: Date
}

export interface Batch {
  secrets: Secret[]
  inbound: Inbound[]
  /** What the phone tells of the time before it was linked. */
  history: HistoryChunk[]
}

/** Where a session lives when no process runs it. */
export interface SessionStore {
  /** Whether this process may still speak for the session: asked before each frame, and never without an answer. */
  isOurs(): boolean
  /** The values of those that there are, by name; of all of the kind where none is named. */
  read(kind: string, names?: readonly string[]): Promise<Map<string, string>>
  /** Whether it has come already, and is stored. */
  hasMessage(externalId: string): Promise<boolean>
  /** All or nothing. Throws when this process does not own the session any more. */
  write(batch: Batch): Promise<void>
  /** Takes every secret away: the phone has unlinked us, or is to be linked anew. */
  clear(): Promise<void>
}
