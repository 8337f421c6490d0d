import type { proto } from '@whiskeysockets/baileys'
import { readContent } from '../content/read-content.ts'
import type { Destination, ReceiptNotice } from '../envelope.ts'
import { newMessageId } from '../ids.ts'
import type { Account } from './account.ts'
import type { PastMessage } from './history.ts'

/** What came or went over WhatsApp, as a phone sees it. */
interface Told {
  id: string
  with: Destination
  by: Account
  message: proto.IMessage
  at: Date
}

/** Not a message, but about one, or for no person. */
const passing = new Set(['reaction', 'vote', 'protocol'])

/** What a phone has in its chats, as it stands there now: whoever is linked later hears of it. */
export class Past {
  readonly #messages = new Map<string, PastMessage & { id: string }>()

  get messages(): PastMessage[] {
    return [...this.#messages.values()]
  }

  /** Gives it what was said before anybody was there to see it. */
  remember(past: readonly PastMessage[]): void {
    for (const message of past) {
      const id = message.id ?? newMessageId()
      this.#messages.set(id, { ...message, id })
    }
  }

  take({ id, with: other, by, message, at }: Told): void {
    const { kind, targetId = '', text } = readContent(message)
    const target = this.#messages.get(targetId)
    if (kind === 'delete' && target) this.#messages.set(targetId, { ...target, isDeleted: true })
    if (kind === 'edit' && target) this.#messages.set(targetId, { ...target, content: undefined, text })
    const isMessage = kind !== 'delete' && kind !== 'edit' && !passing.has(kind) && other.kind !== 'status'
    if (!isMessage || this.#messages.has(id)) return
    const content = message.deviceSentMessage?.message ?? message
    this.#messages.set(id, { id, with: other, by, content, at, progress: 'sent' })
  }

  /** Our messages only move forward. */
  hear({ ids, type }: Pick<ReceiptNotice, 'ids' | 'type'>): void {
    const progress = type === 'read' || type === 'played' ? type : type === undefined ? 'delivered' : undefined
    for (const message of ids.flatMap((id) => this.#messages.get(id) ?? []))
      if (progress && message.progress !== 'played' && !(message.progress === 'read' && progress === 'delivered'))
        message.progress = progress
  }
}
