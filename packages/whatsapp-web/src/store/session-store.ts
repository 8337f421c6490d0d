import type { Inbound, PhoneContact } from '@guiche/channel'
import type { HistoryChunk } from '../history/history-chunk.ts'

/** A credential, a key or a sent message of a session. Null as value deletes it. */
export interface Secret {
  kind: string
  name: string
  value: string | null
  /** When it expires; undefined: it lives as long as the session. */
  until?: Date
}

export interface Batch {
  secrets: Secret[]
  inbound: Inbound[]
  /** Chunks of the phone's history. */
  history: HistoryChunk[]
  /** New or changed entries of the phone's phone book. */
  phoneBook: PhoneContact[]
}

/** Stores the state of a session. */
export interface SessionStore {
  /** Whether this process still owns the session. Called before each frame, so it must be synchronous. */
  isOurs(): boolean
  /** The existing values by name; all of the kind without `names`. */
  read(kind: string, names?: readonly string[]): Promise<Map<string, string>>
  /** Whether the message is stored already. */
  hasMessage(externalId: string): Promise<boolean>
  /** Atomic. Throws if this process no longer owns the session. */
  write(batch: Batch): Promise<void>
  /** Deletes all secrets. */
  clear(): Promise<void>
}
