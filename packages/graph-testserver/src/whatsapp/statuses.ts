import type { PhoneNumber } from '../business/phone-number.ts'
import { toldError } from '../refusals/refuse.ts'
import { tellAccount } from '../webhooks/tell.ts'
import { type StatusName, type WhatsAppMessage, unixOf } from './message.ts'

/** Tells what became of a message. */
export async function tellStatus(
  number: PhoneNumber,
  message: WhatsAppMessage,
  status: StatusName,
  failure?: { code: number; details: string },
): Promise<void> {
  message.statuses.push(status)
  const { world } = number
  const value = {
    messaging_product: 'whatsapp',
    metadata: number.metadata,
    statuses: [
      {
        id: message.id,
        status,
        timestamp: unixOf(world.clock.now()),
        ...recipientOf(number, message),
        ...(message.callbackData !== undefined && { biz_opaque_callback_data: message.callbackData }),
        ...(isPriced(message, status) && { pricing: pricingOf(number, message) }),
        ...(failure && { errors: [toldError(failure.code, failure.details)] }),
      },
    ],
  }
  await tellAccount(world, number.account, { field: 'messages', value, number })
}

function recipientOf(number: PhoneNumber, { person, to }: WhatsAppMessage) {
  if (!person) return { recipient_id: to }
  return {
    ...(number.knowsNumberOf(person) && { recipient_id: person.waId }),
    ...(number.world.settings.tellsUserIds && { recipient_user_id: person.userIdAt(number.account.business) }),
    ...(number.world.settings.tellsParentIds && {
      recipient_parent_user_id: number.account.business.parentIdOf(person),
    }),
  }
}

/** The first status has the price, and the first of delivered and read has it again. */
function isPriced({ statuses }: WhatsAppMessage, status: StatusName): boolean {
  if (status === 'delivered') return true
  return status === 'sent' || (status === 'read' && !statuses.includes('delivered'))
}

function pricingOf(number: PhoneNumber, { person, category = 'service' }: WhatsAppMessage) {
  const model = { pricing_model: 'PMP', category }
  if (person && number.isFreeEntry(person)) return { billable: false, ...model, type: 'free_entry_point' }
  const isFree = category === 'service' && !number.world.settings.serviceIsBilled
  return { billable: !isFree, ...model, type: isFree ? 'free_customer_service' : 'regular' }
}
