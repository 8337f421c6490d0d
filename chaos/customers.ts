import { setTimeout as pause } from 'node:timers/promises'
import type { Contact, InboxMessage, Phone } from '@guiche/wa-testserver'
import { samples } from '../apps/server/test/files.ts'
import type { CustomerAction } from './schedule.ts'

export interface SaidOnPhone {
  id: string
  /** The current text, after edits. */
  body: string
  /** Undefined for a text message. */
  picture: Buffer | undefined
}

/** A customer and what they have written. */
export interface Customer {
  name: string
  contact: Contact
  said: SaidOnPhone[]
  /** The customer's reactions by the id of our message. */
  reactions: Map<string, string>
  /** The messages from this company, in the order in which the phone shows them. */
  heard(): InboxMessage[]
  /** Opens all messages from this company. */
  read(): Promise<void>
  say(kind: CustomerAction['kind']): Promise<void>
}

const leastPause = 1050
const emojis = ['👍', '🙏', '😀']

export function createCustomer(contact: Contact, phone: Phone, verb: string): Customer {
  const said: SaidOnPhone[] = []
  const reactions = new Map<string, string>()
  const chat = contact.chat(phone)
  let before = Promise.resolve()
  return { name: contact.name, contact, said, reactions, heard, read, say }

  function heard(): InboxMessage[] {
    return contact.inbox.filter(({ from }) => from === phone)
  }

  async function read(): Promise<void> {
    const ids = heard().map(({ id }) => id)
    // Without ids, everything would be marked as read.
    if (ids.length > 0) await contact.read(...ids)
  }

  /** Actions run one after the other, as a person types. */
  function say(kind: CustomerAction['kind']): Promise<void> {
    before = before.then(() => act(kind)).then(() => pause(leastPause))
    return before
  }

  async function act(kind: CustomerAction['kind']): Promise<void> {
    const own = said.findLast(({ picture }) => !picture)
    const last = heard().at(-1)
    if (kind === 'read') return read()
    if (kind === 'edit' && own) return edit(own)
    if (kind === 'reaction' && last) {
      const emoji = emojis[reactions.size % emojis.length] ?? '👍'
      reactions.set(last.id, emoji)
      await chat.react({ id: last.id, fromOther: true }, emoji)
      return
    }
    await write(kind === 'picture' ? await samples.png(20 + said.length) : undefined)
    // Two messages in the same second: WhatsApp gives times in whole seconds, so their order is not in the time.
    if (kind === 'burst') await write(undefined)
  }

  async function write(picture: Buffer | undefined): Promise<void> {
    const body = `${contact.name} ${verb} ${said.length + 1}`
    const { id } = picture ? await chat.image(picture, { caption: body, mimetype: 'image/png' }) : await chat.text(body)
    said.push({ id, body, picture })
  }

  async function edit(own: SaidOnPhone): Promise<void> {
    own.body = `${own.body} (corrigido)`
    await chat.edit(own.id, own.body)
  }
}
