import { EventEmitter } from 'node:events'
import type { MessageContent } from '../content/read-content.ts'
import type { Destination, Incoming } from '../envelope.ts'
import type { Account } from './account.ts'

/** A message in the inbox of a contact, as they see it now: edits, deletions, reactions and votes applied. */
export interface InboxMessage extends MessageContent {
  id: string
  from: Account
  /** Its destination: this contact, a group or a status. */
  to: Destination
  at: Date
  /** The file of a media message, downloaded and decrypted. */
  file: Buffer | undefined
  isEdited: boolean
  isDeleted: boolean
  /** Reactions by author. */
  reactions: Map<Account, string>
  /** The ids of the contact's devices that could read it. */
  readOn: Set<number>
  /** The received envelope, for receipts. */
  incoming: Incoming
}

interface InboxEvents {
  /** Something arrived or changed. */
  changed: []
}

/** The messages that a contact sees. */
export class Inbox {
  readonly messages: InboxMessage[] = []
  readonly events = new EventEmitter<InboxEvents>()
  /** By id: when it first arrived, readable or not. */
  readonly #arrivals = new Map<string, number>()
  readonly #ownReactions = new Map<string, Map<Account, string>>()
  /** Edits and deletions of messages that cannot be read yet, by message id. Phones keep them as well. */
  readonly #early = new Map<string, MessageContent[]>()

  find(id: string | undefined): InboxMessage | undefined {
    return this.messages.find((message) => message.id === id)
  }

  /** The reactions to a message that this contact wrote. */
  reactionsToOwn(id: string): Map<Account, string> {
    const reactions = this.#ownReactions.get(id) ?? new Map<Account, string>()
    this.#ownReactions.set(id, reactions)
    return reactions
  }

  /** Reserves the position of a message that cannot be decrypted yet. */
  reservePosition(id: string): void {
    if (!this.#arrivals.has(id)) this.#arrivals.set(id, this.#arrivals.size)
  }

  /** Adds what a device of the contact has decrypted. */
  take(content: MessageContent, incoming: Incoming, deviceId: number, file: () => Buffer | undefined): void {
    if (content.kind === 'reaction') this.#react(content, incoming)
    else if (content.kind === 'edit' || content.kind === 'delete') this.#amend(content)
    else if (content.kind !== 'protocol') this.#add(content, incoming, deviceId, file)
    this.events.emit('changed')
  }

  #add(content: MessageContent, incoming: Incoming, deviceId: number, file: () => Buffer | undefined): void {
    // Every device of the contact gets the same message, and again after a retry.
    const known = this.messages.find(({ id, from }) => id === incoming.id && from === incoming.sender.account)
    if (known) {
      known.readOn.add(deviceId)
      return
    }
    this.reservePosition(incoming.id)
    this.messages.splice(this.#indexFor(incoming.id), 0, {
      ...content,
      id: incoming.id,
      from: incoming.sender.account,
      to: incoming.to,
      at: new Date(incoming.sentAt * 1000),
      file: file(),
      isEdited: false,
      isDeleted: false,
      reactions: new Map(),
      readOn: new Set([deviceId]),
      incoming,
    })
    for (const change of this.#early.get(incoming.id) ?? []) this.#amend(change)
    this.#early.delete(incoming.id)
  }

  #indexFor(id: string): number {
    const arrival = this.#arrivals.get(id) ?? Infinity
    const later = this.messages.findIndex((other) => (this.#arrivals.get(other.id) ?? 0) > arrival)
    return later < 0 ? this.messages.length : later
  }

  #react({ targetId = '', text }: MessageContent, { sender }: Incoming): void {
    const reactions = this.find(targetId)?.reactions ?? this.reactionsToOwn(targetId)
    if (text) reactions.set(sender.account, text)
    else reactions.delete(sender.account)
  }

  #amend(change: MessageContent): void {
    const { kind, targetId = '', text } = change
    const target = this.find(targetId)
    if (!target) {
      this.#early.set(targetId, [...(this.#early.get(targetId) ?? []), change])
    } else if (kind === 'delete') {
      target.isDeleted = true
    } else {
      target.text = text
      target.isEdited = true
    }
  }
}
