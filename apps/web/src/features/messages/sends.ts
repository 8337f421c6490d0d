import type { Card, MessageView, GeoLocation } from '@guiche/contract'
import { ApiError, isTemporary } from '../../lib/api-error.ts'

/** A message that the server has not confirmed yet. */
export interface Send {
  clientId: string
  ticketId: number
  userId: number
  body: string
  isPrivate: boolean
  quoted: MessageView['quotedMsg']
  file: SentFile | null
  /** Contact cards or a location instead of text. */
  thing?: SentThing | undefined
  createdAt: string
  /** `waiting`: for earlier messages or for the connection. */
  state: 'waiting' | 'sending' | 'failed'
  /** The share of a file that has been uploaded. */
  progress: number
  /** The error code, if it was refused. */
  failure: string | null
}

export interface SentFile {
  name: string
  type: string
  size: number
  /** For the preview: an object URL, which is null after a reload, or the address of a stored file. */
  url: string | null
  isSticker?: boolean | undefined
  /** The server has the file already, as that of this quick message. */
  quickMessageId?: number | undefined
}

export type SentContact = Card & { id: number }
export type SentThing = { kind: 'cards'; contacts: SentContact[] } | { kind: 'location'; location: GeoLocation }

interface Dependencies {
  post: (send: Send, file: File | undefined, onProgress: (share: number) => void) => Promise<MessageView>
  onSent: (message: MessageView) => void
  /** Keeps unsent messages over a reload. */
  store: { read(): Send[]; write(sends: Send[]): void }
  pause?: (failures: number) => number
}

export interface Outbox {
  all: () => Send[]
  /** A message has not been answered yet. It would be lost with the tab. */
  isWaiting: () => boolean
  /** Undefined after a reload. */
  fileOf: (clientId: string) => File | undefined
  subscribe: (listener: () => void) => () => void
  add: (send: Omit<Send, 'state' | 'progress' | 'failure'>, file?: File) => void
  retry: (clientId: string) => void
  /** Forgets a message, because it has arrived or was discarded. */
  drop: (clientId: string) => void
  /** Retries at once. */
  flush: () => void
  clear: () => void
}

/**
 * Sends the messages of each ticket one after the other. Each has an id of its own, so it can be repeated until the
 * server has confirmed it (R5, R20). A refused message is kept with its reason.
 */
export function createOutbox({ post, onSent, store, pause = retryPause }: Dependencies): Outbox {
  let sends: Send[] = store.read().map(afterReload)
  const files = new Map<string, File>()
  const busy = new Set<number>()
  const listeners = new Set<() => void>()
  let timers: ReturnType<typeof setTimeout>[] = []
  let clears = 0

  return {
    all: () => sends,
    isWaiting: () => sends.some(({ state }) => state !== 'failed'),
    fileOf: (clientId) => files.get(clientId),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    add(send, file) {
      if (file) files.set(send.clientId, file)
      setState([...sends, { ...send, state: 'waiting', progress: 0, failure: null }])
      void work(send.ticketId)
    },

    retry(clientId) {
      amend(clientId, { state: 'waiting', failure: null, progress: 0 })
      flush()
    },

    drop(clientId) {
      if (sends.some((send) => send.clientId === clientId)) forget(clientId)
    },

    flush,

    clear() {
      clears += 1
      busy.clear()
      for (const timer of timers) clearTimeout(timer)
      timers = []
      for (const { file } of sends) if (file?.url) URL.revokeObjectURL(file.url)
      files.clear()
      setState([])
    },
  }

  function flush() {
    for (const ticketId of new Set(sends.map((send) => send.ticketId))) void work(ticketId)
  }

  async function work(ticketId: number, failures = 0): Promise<void> {
    if (busy.has(ticketId)) return
    const next = sends.find((send) => send.ticketId === ticketId && send.state !== 'failed')
    if (!next) return
    busy.add(ticketId)
    amend(next.clientId, { state: 'sending' })
    const before = clears
    const outcome = await attempt(next)
    if (clears !== before) return
    busy.delete(ticketId)

    if (outcome === 'again') {
      amend(next.clientId, { state: 'waiting', progress: 0 })
      timers.push(setTimeout(() => void work(ticketId, failures + 1), pause(failures)))
      return
    }
    return work(ticketId)
  }

  async function attempt(send: Send): Promise<'done' | 'again'> {
    const before = clears
    try {
      const message = await post(send, files.get(send.clientId), (progress) => amend(send.clientId, { progress }))
      // Of a session that has ended in the meantime.
      if (clears !== before) return 'done'
      onSent(message)
      forget(send.clientId)
    } catch (error) {
      if (isWorthRepeating(error)) return 'again'
      amend(send.clientId, { state: 'failed', failure: error instanceof ApiError ? error.code : 'ERR_INTERNAL' })
    }
    return 'done'
  }

  function forget(clientId: string) {
    const url = sends.find((send) => send.clientId === clientId)?.file?.url
    // The preview stays on screen for a moment longer.
    if (url) setTimeout(() => URL.revokeObjectURL(url), 60_000)
    files.delete(clientId)
    setState(sends.filter((send) => send.clientId !== clientId))
  }

  function amend(clientId: string, change: Partial<Send>) {
    if (!sends.some((send) => send.clientId === clientId)) return
    setState(sends.map((send) => (send.clientId === clientId ? { ...send, ...change } : send)))
  }

  function setState(next: Send[]) {
    sends = next
    store.write(sends)
    for (const listener of listeners) listener()
  }
}

/** The daily upload limit does not pass soon. */
const isWorthRepeating = (error: unknown) => isTemporary(error) && error.code !== 'ERR_UPLOAD_LIMIT'
const retryPause = (failures: number) => Math.min(30_000, 1000 * 2 ** failures) * (0.75 + Math.random() / 2)

/** Files that the server does not have do not survive a reload; their messages fail with a reason. */
function afterReload(send: Send): Send {
  if (!send.file || send.file.quickMessageId !== undefined)
    return { ...send, state: send.state === 'failed' ? 'failed' : 'waiting' }
  return { ...send, state: 'failed', failure: 'ERR_FILE_GONE', progress: 0, file: { ...send.file, url: null } }
}
