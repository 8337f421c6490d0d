import type { PhoneNumber } from '../business/phone-number.ts'
import { someMessageId } from '../ids.ts'
import type { Person } from '../people/person.ts'
import { tellAccount } from '../webhooks/tell.ts'
import { unixOf } from './message.ts'

export interface Referral {
  source_url: string
  source_id?: string
  source_type: 'ad' | 'post'
  headline?: string
  body?: string
  media_type?: string
  image_url?: string
  video_url?: string
  ctwa_clid?: string
}

export interface WritingOptions {
  id?: string
  at?: Date
  /** The message that it answers: its id. */
  replyTo?: string
  forwarded?: 'once' | 'often'
  /** The advertisement that it comes from. */
  referral?: Referral
  /** Anything else beside the content. */
  beside?: object
}

export interface Written {
  id: string
}

/** A person writes: the conversation opens for the business, and the apps are told. */
export async function write(
  person: Person,
  number: PhoneNumber,
  type: string,
  content: unknown,
  options: WritingOptions = {},
): Promise<Written> {
  const [message] = await writeAll(person, number, [{ type, content, options }])
  if (!message) throw new Error('nothing was written')
  return message
}

interface Item {
  type: string
  content: unknown
  options?: WritingOptions
}

/** Several messages in one webhook. */
export async function writeAll(person: Person, number: PhoneNumber, items: readonly Item[]): Promise<Written[]> {
  const messages = items.map((item) => record(person, number, item))
  if (number.blocked.has(person)) return messages.map(({ id }) => ({ id }))
  const isOfSystem = items.some(({ type }) => type === 'system')
  const value = {
    messaging_product: 'whatsapp',
    metadata: number.metadata,
    ...(!isOfSystem && { contacts: [contactOf(person, number)] }),
    messages,
  }
  await tellAccount(number.world, number.account, { field: 'messages', value, number })
  return messages.map(({ id }) => ({ id }))
}

export function contactOf(person: Person, number: PhoneNumber) {
  return {
    profile: { name: person.name, ...(person.username !== undefined && { username: person.username }) },
    ...(number.knowsNumberOf(person) && { wa_id: person.waId }),
    ...(number.world.settings.tellsUserIds && { user_id: person.userIdAt(number.account.business) }),
    ...(number.world.settings.tellsParentIds && { parent_user_id: number.account.business.parentIdOf(person) }),
  }
}

function record(person: Person, number: PhoneNumber, { type, content, options = {} }: Item) {
  const { world } = number
  const { id = someMessageId(person.waId ?? person.name), at = world.clock.now(), referral } = options
  // What the network says about a person is no message of the person.
  if (type !== 'system' && type !== 'revoke') openWindow(person, number, at, referral !== undefined)
  const shown = typeof content === 'object' && content !== null ? { ...content } : {}
  number.messages.set(id, { id, direction: 'in', person, to: number.display, type, content: shown, at, statuses: [] })
  const context = contextOf(number, options)
  const { from, ...ids } = callerOf(person, number)
  return {
    ...(from !== undefined && { from }),
    ...(type !== 'system' && ids),
    id,
    timestamp: unixOf(at),
    type,
    ...(context && { context }),
    ...(referral && { referral }),
    ...(content !== undefined && { [type]: content }),
    ...options.beside,
  }
}

/** How the network names who has written or called. */
export function callerOf(person: Person, number: PhoneNumber) {
  const { settings } = number.world
  const { business } = number.account
  return {
    ...(number.knowsNumberOf(person) && { from: person.waId }),
    ...(settings.tellsUserIds && { from_user_id: person.userIdAt(business) }),
    ...(settings.tellsParentIds && { from_parent_user_id: business.parentIdOf(person) }),
  }
}

export function openWindow(person: Person, number: PhoneNumber, at: Date, isFromAdvertisement: boolean): void {
  const thread = number.threadWith(person)
  thread.lastFromPerson = at
  if (isFromAdvertisement)
    thread.freeEntryUntil = new Date(at.getTime() + number.world.settings.freeEntryHours * 3_600_000)
}

function contextOf(number: PhoneNumber, { replyTo, forwarded }: WritingOptions) {
  if (replyTo !== undefined) {
    const quoted = number.messages.get(replyTo)
    const isOwn = quoted?.direction === 'in'
    return { from: isOwn ? quoted.person?.waId : number.display, id: replyTo }
  }
  if (forwarded === 'once') return { forwarded: true }
  return forwarded === 'often' ? { frequently_forwarded: true } : undefined
}
