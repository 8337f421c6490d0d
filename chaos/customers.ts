import { setTimeout as pause } from 'node:timers/promises'
import type { Contact, InboxMessage, Phone } from '@guiche/wa-testserver'
import { samples } from '../apps/server/test/files.ts'
import type { CustomersWord } from './schedule.ts'

export interface SaidOnPhone {
  id: string
  /** As it reads now, after edits. */
  body: string
  /** The bytes of a picture; undefined for a text. */
  picture: Buffer | undefined
}

/** A customer, and what their phone shows of what they have said. */
export interface Customer {
  name: string
  contact: Contact
  said: SaidOnPhone[]
  /** By the id of the message of ours that they reacted to. */
  reactions: Map<string, string>
  /** Of this company, in the order in which their phone shows it. */
  heard(): InboxMessage[]
  /** Opens all that they heard. */
  read(): Promise<void>
  say(kind: CustomersWord['kind']): Promise<void>
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
    // None named would be all.
    if (ids.length > 0) await contact.read(...ids)
  }

  /** One after the other, as fingers do. */
  function say(kind: CustomersWord['kind']): Promise<void> {
    before = before.then(() => act(kind)).then(() => pause(leastPause))
    return before
  }

  async function act(kind: CustomersWord['kind']): Promise<void> {
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
    // Two in the same second: WhatsApp tells the order of a chat in whole seconds.
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
