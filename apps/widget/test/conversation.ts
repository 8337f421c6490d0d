import { vi } from 'vitest'
import type { Calls } from '../src/network/calls.ts'
import type { ChatState } from '../src/chat.ts'
import type { Line } from '../src/network/line.ts'
import type { ChatMessage } from '../src/messages/messages.ts'
import type { Desk } from '../src/messages/sending.ts'
import type { Remembered } from '../src/messages/store.ts'

/** A desk whose other side the test plays; what the parts do to the chat's state is really done. */
export function testDesk(calls: Partial<Calls>, remembered: Remembered = {}) {
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
  const line: Line = { open: vi.fn<Line['open']>(), close: vi.fn<Line['close']>(), say: () => true }
  const desk: Desk = {
    store: { read: () => kept, write: (changes) => void (kept = { ...kept, ...changes }) },
    calls: {
      readInfo: untouched,
      createVisitor: untouched,
      listMessages: untouched,
      sendMessage: untouched,
      ...calls,
    },
    line,
    get: () => state,
    set: (change) => void (state = { ...state, ...change }),
    forget: () => void (kept = { ...kept, secret: undefined }),
    leave: () => void (state = { ...state, isMissing: true }),
  }
  return desk
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
