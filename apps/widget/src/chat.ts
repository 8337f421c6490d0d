import type { WebChatInfo, WebChatServerEvents } from '@guiche/contract'
import { createCalls, isGone } from './network/calls.ts'
import { createHistory } from './messages/history.ts'
import { createLiveConnection } from './network/live-connection.ts'
import { lastOf, mergeMessages, raiseAcks, unsigned, type ChatMessage } from './messages/messages.ts'
import { pauseAfter } from './network/pause.ts'
import { createSending } from './messages/sending.ts'
import { playSound } from './sound.ts'
import { openStore } from './messages/store.ts'

export interface ChatState {
  info: WebChatInfo | undefined
  /** The chat does not exist, or no longer. */
  isMissing: boolean
  isOpen: boolean
  /** The live connection is lost. */
  isDown: boolean
  /** The visitor has to say a name first. */
  needsName: boolean
  /** The newest page is loaded, or there is none. */
  isLoaded: boolean
  messages: readonly ChatMessage[]
  hasOlder: boolean
  /** The last message of the company, for screen readers. */
  heard: ChatMessage | undefined
  /** Name of the person typing; empty if unknown. */
  typing: string | undefined
  isMuted: boolean
  isInvited: boolean
}

export type Change = Partial<ChatState>
export type Chat = ReturnType<typeof createChat>

/** One conversation between this browser and a company: its state and its actions. */
export function createChat(origin: string, token: string) {
  const store = openStore(token)
  const calls = createCalls(origin, token)
  const live = createLiveConnection(origin, () => ({ secret: store.read().secret }), {
    up,
    down,
    // The next call shows whether the secret is the reason.
    refused: () => void history.catchUp(),
    message: (message) => receive([message]),
    ack: ({ id, ack }) => set({ messages: raiseAcks(state.messages, id, ack, true) }),
    typing: showTyping,
    status: (status) => state.info && set({ info: { ...state.info, ...status } }),
  })
  const listeners = new Set<() => void>()
  let state: ChatState = {
    info: undefined,
    isMissing: false,
    isOpen: false,
    isDown: false,
    needsName: false,
    isLoaded: !store.read().secret,
    messages: [],
    hasOlder: false,
    heard: undefined,
    typing: undefined,
    isMuted: !!store.read().isMuted,
    isInvited: !!store.read().isInvited,
  }
  let typingEnds = 0
  let typingStops = 0
  let typedAt = 0
  let acknowledged = { id: '', ack: 0 }
  const dependencies = { store, calls, live, get: () => state, set, forget, leave }
  const sending = createSending(dependencies)
  const history = createHistory({ ...dependencies, receive })

  return {
    origin,
    get state() {
      return state
    },
    onChange: (listener: () => void) => listeners.add(listener),
    start,
    open: () => show(true),
    close: () => show(false),
    loadOlder: history.loadOlder,
    visitorName: () => store.read().name ?? '',
    draft: () => store.read().draft ?? '',
    keepDraft: (draft: string) => store.write({ draft }),
    type,
    mute,
    dismissInvitation,
    introduce: sending.introduce,
    send,
    retry: sending.retry,
    discard: sending.discard,
  }

  function set(change: Change): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  async function start(): Promise<void> {
    document.addEventListener('visibilitychange', returned)
    addEventListener('online', reconnect)
    addEventListener('offline', onOffline)
    for (let tries = 0; !state.info && !state.isMissing; tries++) {
      const { status, answer, after } = await calls.readInfo()
      if (answer) set({ info: answer })
      else if (status >= 400 && status < 500 && status !== 429) set({ isMissing: true })
      else await new Promise((resolve) => setTimeout(resolve, after ?? pauseAfter(tries)))
    }
    const { secret, name } = store.read()
    set({ needsName: !!state.info?.asksName && !secret && !name })
    if (secret) live.open()
    sending.resume()
  }

  /** Phones suspend hidden pages, so a long pause may remain before the next try: reconnect at once. */
  function returned(): void {
    acknowledge()
    if (document.visibilityState !== 'visible') return
    if (store.read().secret) live.open()
    else if (state.isOpen) void refresh()
  }

  async function show(isOpen: boolean): Promise<void> {
    set({ isOpen })
    acknowledge()
    if (!isOpen) return
    dismissInvitation()
    await refresh()
  }

  /** Without a live connection (no visitor yet) the information about who is online may be old. */
  async function refresh(): Promise<void> {
    if (store.read().secret || !state.info) return
    const reply = await calls.readInfo()
    if (reply.answer) set({ info: reply.answer })
    if (isGone(reply)) leave()
  }

  function up(): void {
    set({ isDown: false })
    acknowledged = { id: '', ack: 0 }
    void history.catchUp()
    sending.wake()
  }

  /** If WebSockets are blocked, each failed attempt at least fetches new messages. */
  function down(tries: number): void {
    set({ isDown: true, typing: undefined })
    history.lost()
    if (tries || !state.isLoaded) void history.catchUp()
  }

  /** A browser may keep a dead connection open: reconnect when it reports that the network is back. */
  function onOffline(): void {
    if (!store.read().secret) return
    live.close()
    down(0)
  }

  function reconnect(): void {
    sending.wake()
    if (!store.read().secret) return
    history.lost()
    live.close()
    live.open()
  }

  /** The server does not know the visitor: remove the messages, which may be somebody else's. */
  function forget(secret: string | undefined): void {
    if (store.read().secret === secret) store.write({ secret: undefined })
    live.close()
    history.forget()
    set({
      messages: state.messages.filter((message) => message.sending),
      isDown: false,
      hasOlder: false,
      isLoaded: true,
    })
  }

  /** The messages stay readable; nothing can be sent. */
  function leave(): void {
    live.close()
    set({ isMissing: true, isDown: false, typing: undefined })
  }

  function receive(signed: readonly ChatMessage[]): void {
    const arrived = signed.map(unsigned)
    const known = new Set(state.messages.map(({ id }) => id))
    const fresh = lastOf(arrived.filter(({ id, ack, isDeleted }) => !known.has(id) && ack < 3 && !isDeleted))
    set({ messages: mergeMessages(state.messages, arrived), ...(fresh && { heard: fresh, typing: undefined }) })
    sending.confirm(arrived)
    if (fresh && !isSeen() && !state.isMuted) playSound()
    acknowledge()
  }

  function isSeen(): boolean {
    return state.isOpen && document.visibilityState === 'visible'
  }

  /** Tells the server up to where the company's messages were delivered (2) or read (3). */
  function acknowledge(): void {
    const id = lastOf(state.messages)?.id
    const ack = isSeen() ? 3 : 2
    if (!id || (acknowledged.id === id && acknowledged.ack >= ack)) return
    if (!live.emit('ack', { id, ack })) return
    acknowledged = { id, ack }
    set({ messages: raiseAcks(state.messages, id, ack, false) })
  }

  function showTyping({ typing, author = '' }: Parameters<WebChatServerEvents['typing']>[0]): void {
    clearTimeout(typingEnds)
    set({ typing: typing ? author : undefined })
    if (typing) typingEnds = window.setTimeout(() => set({ typing: undefined }), 10_000)
  }

  /** At most one typing event every 3 s, and one at the end, 5 s after the last character. */
  function type(isTyping: boolean): void {
    clearTimeout(typingStops)
    if (isTyping) typingStops = window.setTimeout(type, 5000, false)
    const now = Date.now()
    if (isTyping ? now - typedAt < 3000 : !typedAt) return
    typedAt = isTyping ? now : 0
    live.emit('typing', { typing: isTyping })
  }

  function send(body: string, files: readonly File[], quoted: ChatMessage | undefined): void {
    type(false)
    sending.send(body, files, quoted)
  }

  function mute(isMuted: boolean): void {
    store.write({ isMuted })
    set({ isMuted })
  }

  function dismissInvitation(): void {
    if (state.isInvited) return
    store.write({ isInvited: true })
    set({ isInvited: true })
  }
}
