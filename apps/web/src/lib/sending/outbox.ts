import { ApiError, isTemporary } from '../api-error.ts'

/** What every message has that is sent, wherever it belongs. */
interface Sendable {
  /** The client's id for it: the same id twice is one message (R5). */
  clientId: string
  file: UnsentFile | null
  createdAt: string
}

interface Progress {
  /** `waiting`: for earlier messages or for the connection. */
  state: 'waiting' | 'sending' | 'failed'
  /** The share of a file that has been uploaded. */
  progress: number
  /** The error code, if it was refused. */
  failure: string | null
}

/** A message that the server has not confirmed yet. */
export type Unsent<Content> = Content & Progress

interface UnsentFile {
  /** For the preview: an object URL, which is null after a reload, or the address of a stored file. */
  url: string | null
  /** The server has the file already, as that of this quick message. */
  quickMessageId?: number | undefined
}

interface Dependencies<Content, Message> {
  post: (send: Unsent<Content>, file: File | undefined, onProgress: (share: number) => void) => Promise<Message>
  onSent: (message: Message) => void
  /** The id of the conversation. Messages of one are sent one after the other. */
  conversationOf: (send: Content) => number
  /** Keeps unsent messages over a reload. */
  store: { read(): Unsent<Content>[]; write(sends: Unsent<Content>[]): void }
  pause?: (failures: number) => number
}

export interface Outbox<Content> {
  all: () => Unsent<Content>[]
  /** A message has not been answered yet. It would be lost with the tab. */
  isWaiting: () => boolean
  /** Undefined after a reload. */
  fileOf: (clientId: string) => File | undefined
  subscribe: (listener: () => void) => () => void
  add: (message: Content, file?: File) => void
  retry: (clientId: string) => void
  /** Forgets a message, because it has arrived or was discarded. */
  drop: (clientId: string) => void
  /** Retries at once. */
  flush: () => void
  clear: () => void
  /** Sends nothing more and ignores answers, but keeps the messages. */
  suspend: () => void
  /** Goes on after `suspend`. */
  resume: () => void
}

/**
 * Sends the messages of each conversation one after the other. Each has an id of its own, so it can be repeated until the
 * server has confirmed it (R5, R20). A refused message is kept with its reason.
 */
export function createOutbox<Content extends Sendable, Message>({
  post,
  onSent,
  conversationOf,
  store,
  pause = retryPause,
}: Dependencies<Content, Message>): Outbox<Content> {
  let sends: Unsent<Content>[] = store.read().map((send) => afterReload(send))
  const files = new Map<string, File>()
  const busy = new Set<number>()
  const listeners = new Set<() => void>()
  let timers: ReturnType<typeof setTimeout>[] = []
  let clears = 0
  let isSuspended = false

  return {
    all: () => sends,
    isWaiting: () => sends.some(({ state }) => state !== 'failed'),
    fileOf: (clientId) => files.get(clientId),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    add(message, file) {
      if (file) files.set(message.clientId, file)
      setState([...sends, { ...message, ...begun }])
      void work(conversationOf(message))
    },

    retry(clientId) {
      amend(clientId, { state: 'waiting', failure: null, progress: 0 })
      flush()
    },

    drop(clientId) {
      if (sends.some((send) => send.clientId === clientId)) forget(clientId)
    },

    flush,

    suspend() {
      isSuspended = true
      interrupt()
      setState(sends.map((send) => (send.state === 'sending' ? { ...send, state: 'waiting', progress: 0 } : send)))
    },

    resume() {
      if (!isSuspended) return
      isSuspended = false
      setState(sends)
      flush()
    },

    clear() {
      isSuspended = false
      interrupt()
      for (const { file } of sends) if (file?.url) URL.revokeObjectURL(file.url)
      files.clear()
      setState([])
    },
  }

  function interrupt() {
    clears += 1
    busy.clear()
    for (const timer of timers) clearTimeout(timer)
    timers = []
  }

  function flush() {
    for (const conversation of new Set(sends.map(conversationOf))) void work(conversation)
  }

  async function work(conversation: number, failures = 0): Promise<void> {
    if (isSuspended || busy.has(conversation)) return
    const next = sends.find((send) => conversationOf(send) === conversation && send.state !== 'failed')
    if (!next) return
    busy.add(conversation)
    amend(next.clientId, { state: 'sending' })
    const before = clears
    const outcome = await attempt(next)
    if (clears !== before) return
    busy.delete(conversation)

    if (outcome === 'again') {
      amend(next.clientId, { state: 'waiting', progress: 0 })
      timers.push(setTimeout(() => void work(conversation, failures + 1), pause(failures)))
      return
    }
    return work(conversation)
  }

  async function attempt(send: Unsent<Content>): Promise<'done' | 'again'> {
    const before = clears
    try {
      const message = await post(send, files.get(send.clientId), (progress) => amend(send.clientId, { progress }))
      // Of a session that has ended in the meantime.
      if (clears !== before) return 'done'
      onSent(message)
      forget(send.clientId)
    } catch (error) {
      if (clears !== before) return 'done'
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

  function amend(clientId: string, change: Partial<Progress>) {
    if (!sends.some((send) => send.clientId === clientId)) return
    setState(sends.map((send) => (send.clientId === clientId ? { ...send, ...change } : send)))
  }

  function setState(next: Unsent<Content>[]) {
    sends = next
    store.write(sends)
    for (const listener of listeners) listener()
  }
}

const begun: Progress = { state: 'waiting', progress: 0, failure: null }

/** The daily upload limit does not pass soon. */
const isWorthRepeating = (error: unknown) => isTemporary(error) && error.code !== 'ERR_UPLOAD_LIMIT'
const retryPause = (failures: number) => Math.min(30_000, 1000 * 2 ** failures) * (0.75 + Math.random() / 2)

/** Files that the server does not have do not survive a reload; their messages fail with a reason. */
function afterReload<Content extends Sendable>(send: Unsent<Content>): Unsent<Content> {
  if (!send.file || send.file.quickMessageId !== undefined)
    return { ...send, state: send.state === 'failed' ? 'failed' : 'waiting' }
  return { ...send, state: 'failed', failure: 'ERR_FILE_GONE', progress: 0, file: { ...send.file, url: null } }
}
