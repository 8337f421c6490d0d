import type { PhoneNumber } from '../business/phone-number.ts'

import { meanings } from '../refusals/codes.ts'
import { fileOf } from './content-file.ts'
import type { WhatsAppMessage } from './message.ts'
import { tellStatus } from './statuses.ts'
import { textIn } from './text-in.ts'

interface Failure {
  code: number
  details: string
}

/** Takes an accepted message to the person, and tells on the way what becomes of it. */
export async function deliver(number: PhoneNumber, message: WhatsAppMessage): Promise<void> {
  const { person, id, type, content } = message
  const file = await fileOf(number, message)
  const failure = failureOf(number, message) ?? (typeof file === 'string' ? { code: 131053, details: file } : undefined)
  if (failure || !person) return tellStatus(number, message, 'failed', failure ?? unreachable)
  // The person need not wait until somebody has heard of it.
  const told = tellStatus(number, message, 'sent')
  const arrived = person.whenOnline(async () => {
    const { quotes, at } = message
    const shown = typeof file === 'object' ? file : undefined
    person.inbox.add({
      id,
      from: number.id,
      type,
      text: message.rendered ?? textIn(type, content),
      content,
      file: shown,
      quotes: quotable(number, message) ? quotes : undefined,
      at,
    })
    await told
    if (person.confirmsDelivery) await tellStatus(number, message, 'delivered')
    if (person.readsAtOnce) await tellStatus(number, message, 'read')
  })
  await Promise.all([told, arrived])
}

const unreachable: Failure = {
  code: 131026,
  details: 'Message Undeliverable. The recipient is not on WhatsApp or cannot get this message.',
}

function failureOf(number: PhoneNumber, message: WhatsAppMessage): Failure | undefined {
  const { person, category = 'service' } = message
  if (!person || number.blocked.has(person)) return unreachable
  if (person.failsWith !== undefined) return withTitle(person.failsWith)
  if (category === 'marketing' && person.marketingFailsWith !== undefined) return withTitle(person.marketingFailsWith)
  const isTemplate = message.type === 'template'
  if (isTemplate && !number.account.canPay) return { code: 131042, details: 'The account has no way to pay.' }
  if (isTemplate) return undefined
  return number.hasWindow(person) ? undefined : closedWindow
}

export const closedWindow: Failure = {
  code: 131047,
  details:
    'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
}

const withTitle = (code: number): Failure => ({ code, details: meanings[code]?.title ?? 'Unknown error' })

const month = 30 * 86_400_000

/** What is old, and what is answered with a template or a reaction, is not shown as an answer. */
function quotable(number: PhoneNumber, { quotes, type, at }: WhatsAppMessage): boolean {
  const quoted = quotes === undefined ? undefined : number.messages.get(quotes)
  return (
    quoted !== undefined && type !== 'template' && type !== 'reaction' && at.getTime() - quoted.at.getTime() < month
  )
}
