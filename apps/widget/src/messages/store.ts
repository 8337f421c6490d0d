import type { WebChatMessage } from '@guiche/contract'

/** A text that the server has not confirmed. Files do not fit here: they are lost with the page. */
export type Unsent = Pick<WebChatMessage, 'id' | 'body' | 'quoted' | 'createdAt'>

/** What this browser remembers of one chat. Everything else the server knows. */
export interface Remembered {
  secret?: string | undefined
  name?: string | undefined
  email?: string | undefined
  draft?: string | undefined
  unsent?: Unsent[] | undefined
  isMuted?: boolean | undefined
  /** The invitation was opened or dismissed, and is not shown again. */
  isInvited?: boolean | undefined
}

export interface Store {
  read: () => Remembered
  write: (changes: Remembered) => void
}

/** One key per chat. Without storage (private windows) the values live in memory. */
export function openStore(token: string): Store {
  const key = `guiche-chat:${token}`
  let here: Remembered = {}
  return { read, write }

  /** Reads the storage each time, because another tab of the same visitor may have written it. */
  function read(): Remembered {
    try {
      const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
      if (isObject(found)) here = found
    } catch {
      return here
    }
    return Array.isArray(here.unsent) ? here : { ...here, unsent: [] }
  }

  function write(changes: Remembered): void {
    here = { ...read(), ...changes }
    try {
      localStorage.setItem(key, JSON.stringify(here))
    } catch {
      // The value stays in `here`.
    }
  }
}

function isObject(value: unknown): value is Remembered {
  return typeof value === 'object' && value !== null
}
