import { authorise } from '../access/authorise.ts'
import type { PhoneNumber } from '../business/phone-number.ts'
import { type Ask, type Reply, success } from '../http/ask.ts'
import { someMessageId } from '../ids.ts'
import { obeying } from '../refusals/obey.ts'
import { sendAsPlanned } from '../refusals/next-send.ts'
import { refuse } from '../refusals/refuse.ts'
import { prepareTemplate } from '../templates/prepare-template.ts'
import { thenTell } from '../webhooks/then-tell.ts'
import type { World } from '../world.ts'
import { closedWindow, deliver } from './deliver.ts'
import type { WhatsAppMessage } from './message.ts'
import { type Recipient, recipientOf } from './recipient.ts'
import { Envelope, Mark, contents, isContentType } from './rules/contents.ts'

/** `POST /{number}/messages`: a message, or that one was read. */
export async function post(ask: Ask, number: PhoneNumber, world: World): Promise<Reply> {
  authorise(ask, world, { scopes: ['whatsapp_business_messaging'], reaches: [number.account.id], id: number.id })
  if (ask.params['messaging_product'] !== 'whatsapp')
    throw refuse(100, {
      message: 'The parameter messaging_product is required.',
      details: 'messaging_product has to be "whatsapp".',
    })
  if ('status' in ask.params) return markRead(ask, number)
  checkNumber(number)
  return sendAsPlanned(number.nextSends, () => send(ask, number, world))
}

function checkNumber({ refusedWith, account, isRegistered }: PhoneNumber): void {
  const code = account.refusedWith ?? refusedWith
  if (code !== undefined) throw refuse(code, { details: 'The account or the number may not send messages.' })
  if (!isRegistered)
    throw refuse(133010, { details: 'The phone number is not registered on the WhatsApp Business Platform.' })
}

async function send(ask: Ask, number: PhoneNumber, world: World): Promise<Reply> {
  const { limits, buckets, clock } = world
  const now = clock.now()
  const rate = number.phoneApp ? limits.sharedNumber : limits.number
  if (!buckets.take(`number ${number.id}`, rate, now))
    throw refuse(130429, { details: 'Cloud API message throughput has been reached.' })

  const envelope = obeying(Envelope, ask.params)
  if (envelope.recipient_type === 'group') throw refuse(131051, { details: 'This number cannot write to groups.' })
  const recipient = recipientOf(number, envelope)
  const message = compose(number, recipient, { ...envelope, content: ask.params[envelope.type], now })
  if (!buckets.take(`pair ${number.id} ${message.to}`, limits.pair, now))
    throw refuse(131056, {
      details: 'Too many messages were sent from this phone number to the same phone number in a short period of time.',
    })
  checkReach(number, message)

  number.messages.set(message.id, message)
  const { person } = recipient
  if (person) number.threadWith(person).typingUntil = undefined
  if (person && recipient.isByNumber)
    number.threadWith(person).numberKnownUntil = new Date(now.getTime() + world.settings.knownNumberDays * 86_400_000)
  const isHeld = message.release !== undefined
  const answer = accepted(recipient, message, isHeld)
  return isHeld ? answer : thenTell(world, answer, () => deliver(number, message))
}

function compose(
  number: PhoneNumber,
  { person, to, isByNumber }: Recipient,
  {
    type,
    content,
    context,
    biz_opaque_callback_data,
    now,
  }: ReturnType<typeof Envelope.parse> & { content: unknown; now: Date },
): WhatsAppMessage {
  const base = {
    id: someMessageId(to),
    direction: 'out' as const,
    person,
    to,
    type,
    at: now,
    quotes: context?.message_id,
    callbackData: biz_opaque_callback_data,
    statuses: [],
  }
  if (type === 'template') {
    const { template, rendered, content: sent } = prepareTemplate(number, content, isByNumber)
    const message: WhatsAppMessage = { ...base, content: sent, category: template.category.toLowerCase(), rendered }
    if (template.isHeld) holdBack(number, message, template.held)
    return message
  }
  if (!isContentType(type)) throw refuse(131051, { details: `Message type ${type} is not supported.` })
  if (content === undefined) throw refuse(131008, { details: `Parameter '${type}' is missing.` })
  const obeyed = obeying(contents[type], content, [type])
  if (type === 'reaction') checkReaction(number, obeyed)
  return { ...base, content: Array.isArray(obeyed) ? { contacts: obeyed } : { ...obeyed } }
}

/** Meta looks at a few of a new template first. */
function holdBack(number: PhoneNumber, message: WhatsAppMessage, held: WhatsAppMessage[]): void {
  held.push(message)
  message.release = async () => {
    delete message.release
    await deliver(number, message)
  }
}

function checkReaction(number: PhoneNumber, reaction: object): void {
  const id = 'message_id' in reaction ? String(reaction.message_id) : ''
  const target = number.messages.get(id)
  const age = target ? number.world.clock.now().getTime() - target.at.getTime() : Infinity
  if (!target || target.type === 'reaction' || age > number.world.settings.oldestReactedDays * 86_400_000)
    throw refuse(131009, {
      details: `Parameter 'reaction.message_id': there is no message ${id} that can get a reaction.`,
    })
}

function checkReach(number: PhoneNumber, { person, type }: WhatsAppMessage): void {
  const { settings } = number.world
  if (!person || number.hasWindow(person)) return
  if (type !== 'template') {
    if (settings.closedWindow === 'byAnswer') throw refuse(131047, { details: closedWindow.details })
    return
  }
  if (number.nameStatus !== 'APPROVED')
    throw refuse(131037, { details: 'The display name of the number is not approved.' })
  if (!number.account.business.mayReach(person))
    throw refuse(settings.messagingLimitCode, {
      details: 'The portfolio has reached as many people in 24 hours as it may.',
    })
}

function accepted({ contact }: Recipient, { id, type }: WhatsAppMessage, isHeld: boolean): Reply {
  const status = type === 'template' ? { message_status: isHeld ? 'held_for_quality_assessment' : 'accepted' } : {}
  return { status: 200, body: { messaging_product: 'whatsapp', contacts: [contact], messages: [{ id, ...status }] } }
}

/** The bubble ends with an answer, or by itself. */
const typingMs = 25_000

function markRead(ask: Ask, number: PhoneNumber): Reply {
  const { message_id, typing_indicator } = obeying(Mark, ask.params)
  const message = number.messages.get(message_id)
  const { clock, settings } = number.world
  const isOld = message && clock.now().getTime() - message.at.getTime() > settings.oldestMarkedDays * 86_400_000
  if (message?.direction !== 'in' || isOld)
    throw refuse(131009, { details: `Parameter 'message_id': ${message_id} cannot be marked as read.` })
  if (typing_indicator && message.person)
    number.threadWith(message.person).typingUntil = new Date(clock.now().getTime() + typingMs)
  for (const earlier of number.messages.values())
    if (
      earlier.direction === 'in' &&
      earlier.person === message.person &&
      earlier.at <= message.at &&
      !earlier.statuses.includes('read')
    )
      earlier.statuses.push('read')
  return success
}
