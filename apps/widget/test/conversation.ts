import { vi } from 'vitest'
import type { Calls } from '../src/network/calls.ts'
import type { ChatState } from '../src/chat.ts'
import type { LiveConnection } from '../src/network/live-connection.ts'
import type { ChatMessage } from '../src/messages/messages.ts'
import type { Dependencies } from '../src/messages/sending.ts'
import type { Remembered } from '../src/messages/store.ts'

/** Dependencies for tests: the calls are given by the test, changes of the state are applied. */
export function testDependencies(calls: Partial<Calls>, remembered: Remembered = {}) {
  let kept: Remembered = { unsent: [], ...remembered }
  let state: ChatState = {
    info: undefined,
    isMissing: false,
    isOpen: false,
    isDown: false,
    needsName: false,
    isLoaded: false,
    messages: [],
    hasOlder: false,
    heard: undefined,
    typing: undefined,
    isMuted: false,
    isInvited: false,
  }
  const untouched = () => Promise.reject(new Error('not expected'))
  const live: LiveConnection = {
    open: vi.fn<LiveConnection['open']>(),
    close: vi.fn<LiveConnection['close']>(),
    emit: () => true,
  }
  const dependencies: Dependencies = {
    store: { read: () => kept, write: (changes) => void (kept = { ...kept, ...changes }) },
    calls: {
      readInfo: untouched,
      createVisitor: untouched,
      listMessages: untouched,
      sendMessage: untouched,
      ...calls,
    },
    live,
    get: () => state,
    set: (change) => void (state = { ...state, ...change }),
    forget: () => void (kept = { ...kept, secret: undefined }),
    leave: () => void (state = { ...state, isMissing: true }),
  }
  return dependencies
}

export function said(id: string, minute: number, part: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id,
    body: id,
    fromMe: false,
    mediaUrl: null,
    mediaType: 'chat',
    mediaName: null,
    mediaSize: null,
    mediaWidth: null,
    mediaHeight: null,
    ack: 1,
    isEdited: false,
    isDeleted: false,
    reactions: [],
    quoted: null,
    createdAt: new Date(Date.UTC(2026, 0, 5, 12, minute)).toISOString(),
    isForwarded: false,
    isSystem: false,
    ...part,
  }
}
