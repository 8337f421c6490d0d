import type { proto } from '@whiskeysockets/baileys'
import { readContent } from '../content/read-content.ts'
import { openEdit } from '../crypto/edit.ts'
import type { Destination, ReceiptNotice } from '../envelope.ts'
import { newMessageId } from '../ids.ts'
import type { Account } from './account.ts'
import type { PastMessage } from './history.ts'

/** A sent or received message, as the phone sees it. */
interface SeenMessage {
  id: string
  with: Destination
  by: Account
  message: proto.IMessage
  at: Date
}

/** Kinds that change other messages. */
const passing = new Set(['reaction', 'vote', 'protocol'])

/** The current chats of a phone, which later linked devices get as history. */
export class Past {
  readonly #messages = new Map<string, PastMessage & { id: string }>()
  /** The secret of each message, which encrypts later edits. */
  readonly #secrets = new Map<string, Uint8Array>()

  get messages(): PastMessage[] {
    return [...this.#messages.values()]
  }

  /** Adds messages that were not sent through this server. */
  remember(past: readonly PastMessage[]): void {
    for (const message of past) {
      const id = message.id ?? newMessageId()
      this.#messages.set(id, { ...message, id })
    }
  }

  take({ id, with: other, by, message, at }: SeenMessage): void {
    const content = this.#opened(message.deviceSentMessage?.message ?? message, by)
    const { kind, targetId = '', text = '' } = readContent(content)
    const target = this.#messages.get(targetId)
    if (target) this.#change(target, by, { kind, text, at, content })
    const isMessage = kind !== 'delete' && kind !== 'edit' && !passing.has(kind) && other.kind !== 'status'
    if (!isMessage || this.#messages.has(id)) return
    this.#messages.set(id, { id, with: other, by, content, at, progress: 'sent' })
    const { messageSecret } = message.messageContextInfo ?? content.messageContextInfo ?? {}
    if (messageSecret) this.#secrets.set(id, messageSecret)
  }

  /** A phone keeps an edited message as the edit, under the message's own id. */
  #change(
    target: PastMessage & { id: string },
    by: Account,
    { kind, text, at, content }: { kind: string; text: string; at: Date; content: proto.IMessage },
  ): void {
    if (kind === 'delete') this.#messages.set(target.id, { ...target, isDeleted: true, deletedAt: at })
    if (kind === 'edit') this.#messages.set(target.id, { ...target, content })
    if (kind !== 'reaction') return
    const others = (target.reactions ?? []).filter((one) => one.by !== by)
    this.#messages.set(target.id, { ...target, reactions: text ? [...others, { by, emoji: text, at }] : others })
  }

  #opened(message: proto.IMessage, author: Account): proto.IMessage {
    const sealed = message.secretEncryptedMessage
    const messageId = sealed?.targetMessageKey?.id ?? ''
    const secret = this.#secrets.get(messageId)
    if (!sealed || !secret) return message
    for (const authorJid of [author.lidJid(), author.pnJid()]) {
      try {
        return openEdit({ messageId, secret, authorJid }, sealed)
      } catch {
        // It was encrypted with the author's other address.
      }
    }
    return message
  }

  secretOf(id: string): Uint8Array | undefined {
    return this.#secrets.get(id)
  }

  /** The status of a message never decreases. */
  hear({ ids, type }: Pick<ReceiptNotice, 'ids' | 'type'>): void {
    const progress = type === 'read' || type === 'played' ? type : type === undefined ? 'delivered' : undefined
    for (const message of ids.flatMap((id) => this.#messages.get(id) ?? []))
      if (progress && message.progress !== 'played' && !(message.progress === 'read' && progress === 'delivered'))
        message.progress = progress
  }
}
