import type { Calls } from '../network/calls.ts'
import { isGone, isUnknown } from '../network/calls.ts'
import type { Change, ChatState } from '../chat.ts'
import type { LiveConnection } from '../network/live-connection.ts'
import { mergeMessages, type ChatMessage } from './messages.ts'
import { newId } from './new-id.ts'
import { createOutbox, outcomeOf, type Outcome } from './outbox.ts'
import type { Reply } from '../network/request.ts'
import type { Store, Unsent } from './store.ts'

/** Dependencies that the parts of a chat share. */
export interface Dependencies {
  store: Store
  calls: Calls
  live: LiveConnection
  get: () => ChatState
  set: (change: Change) => void
  /** The server does not know this secret. */
  forget: (secret: string | undefined) => void
  /** The server has no such chat any more. */
  leave: () => void
}

/** Messages of the visitor that are being sent: shown at once, sent in order, kept over a reload. */
export function createSending({ store, calls, live, get, set, forget, leave }: Dependencies) {
  const outbox = createOutbox<ChatMessage>({ post, sent, refused })
  let making: Promise<Reply<{ secret: string }>> | undefined
  return { introduce, send, resume, confirm, retry, discard, wake: outbox.wake }

  /** Sends the visitor's name and e-mail. Returns the HTTP status; 0 if there was no answer. */
  async function introduce(name: string, email: string): Promise<number> {
    store.write({ name, email })
    const { status, answer } = await becomeVisitor()
    if (answer) set({ needsName: false })
    else store.write({ name: undefined, email: undefined })
    return status
  }

  function send(body: string, files: readonly File[], quoted: ChatMessage | undefined): void {
    const parts = files.length ? files : [undefined]
    parts.forEach((file, at) => enqueue(draftOf(at ? '' : body, file, at ? undefined : quoted)))
  }

  /** Messages left unsent by the previous page load. */
  function resume(): void {
    for (const unsent of store.read().unsent ?? []) enqueue({ ...draftOf('', undefined, undefined), ...unsent })
  }

  function retry(message: ChatMessage): void {
    enqueue({ ...message, sending: {} })
  }

  function discard({ id }: ChatMessage): void {
    confirm([{ id }])
    set({ messages: get().messages.filter((message) => message.id !== id) })
  }

  /** Forgets messages that are stored by the server, or given up. */
  function confirm(done: readonly { id: string }[]): void {
    const unsent = store.read().unsent ?? []
    const left = unsent.filter(({ id }) => !done.some((message) => message.id === id))
    if (left.length < unsent.length) store.write({ unsent: left })
  }

  function enqueue(message: ChatMessage): void {
    const { id, body, quoted, createdAt } = message
    const others = (store.read().unsent ?? []).filter((unsent) => unsent.id !== id)
    const kept: Unsent = { id, body, quoted, createdAt }
    if (!message.file) store.write({ unsent: [...others, kept] })
    change(message)
    outbox.add(message)
  }

  async function post(message: ChatMessage, tries: number): Promise<Outcome> {
    if (!store.read().secret) {
      const made = await becomeVisitor()
      if (!made.answer) return outcomeOf({ ...made, answer: {} }, tries)
    }
    const { secret } = store.read()
    live.open()
    const reply = await calls.sendMessage(secret, message, (progress) => change({ ...message, sending: { progress } }))
    if (isUnknown(reply)) forget(secret)
    if (isGone(reply)) leave()
    return outcomeOf(reply, tries)
  }

  function becomeVisitor(): Promise<Reply<{ secret: string }>> {
    const { name, email } = store.read()
    making ??= calls.createVisitor(name, email).then((reply) => {
      making = undefined
      if (reply.answer) store.write({ secret: reply.answer.secret })
      if (reply.answer) live.open()
      if (isGone(reply)) leave()
      return reply
    })
    return making
  }

  function sent(message: ChatMessage, createdAt: string): void {
    confirm([message])
    const now = get().messages.find(({ id }) => id === message.id) ?? message
    change({ ...now, createdAt, ack: Math.max(1, now.ack), sending: undefined })
  }

  function refused(message: ChatMessage, reason: string): void {
    change({ ...message, sending: { reason } })
  }

  /** Changes a message unless the server has confirmed it, because that state is newer. */
  function change(message: ChatMessage): void {
    const known = get().messages.find(({ id }) => id === message.id)
    if (known && !known.sending && message.sending) return
    set({ messages: mergeMessages(get().messages, [message]) })
  }
}

function draftOf(body: string, file: File | undefined, quoted: ChatMessage | undefined): ChatMessage {
  return {
    id: newId(),
    body,
    fromMe: true,
    mediaUrl: null,
    mediaType: file ? kindOf(file.type) : 'chat',
    mediaName: file?.name ?? null,
    mediaSize: file?.size ?? null,
    mediaWidth: null,
    mediaHeight: null,
    ack: 0,
    isEdited: false,
    isDeleted: false,
    reactions: [],
    quoted: quoted ? { id: quoted.id, body: quoted.body, fromMe: quoted.fromMe, mediaType: quoted.mediaType } : null,
    createdAt: new Date().toISOString(),
    isForwarded: false,
    isSystem: false,
    sending: {},
    file,
  }
}

function kindOf(type: string): string {
  const kind = type.split('/')[0] ?? ''
  return ['image', 'audio', 'video'].includes(kind) ? kind : 'application'
}
