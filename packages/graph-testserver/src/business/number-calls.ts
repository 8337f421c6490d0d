import { z } from 'zod'
import { authorise } from '../access/authorise.ts'
import { type Ask, type Reply, success } from '../http/ask.ts'
import { shown } from '../http/fields.ts'
import { obeying } from '../refusals/obey.ts'
import { refuse } from '../refusals/refuse.ts'
import { shakeHands } from '../webhooks/handshake.ts'
import type { World } from '../world.ts'
import type { Override } from './account.ts'
import type { PhoneNumber } from './phone-number.ts'

const usualFields = [
  'verified_name',
  'code_verification_status',
  'display_phone_number',
  'quality_rating',
  'platform_type',
  'throughput',
  'id',
]

export function numberView(number: PhoneNumber) {
  const { id, display, name, quality, status, nameStatus, isVerified, isRegistered, phoneApp, override, account } =
    number
  return {
    id,
    display_phone_number: display,
    verified_name: name,
    quality_rating: quality,
    status,
    name_status: nameStatus,
    code_verification_status: isVerified ? 'VERIFIED' : 'NOT_VERIFIED',
    throughput: { level: phoneApp ? 'NOT_APPLICABLE' : 'STANDARD' },
    platform_type: isRegistered ? 'CLOUD_API' : 'NOT_APPLICABLE',
    whatsapp_business_manager_messaging_limit: account.business.tier,
    messaging_limit_tier: account.business.tier,
    is_on_biz_app: phoneApp !== undefined,
    is_pin_enabled: number.pin !== undefined,
    webhook_configuration: { phone_number: override?.url },
  }
}

export const shownNumber = (ask: Ask, number: PhoneNumber) =>
  shown(ask, numberView(number), usualFields, 'WhatsAppBusinessPhoneNumber')

/** Whoever manages the account of a number may do this. */
export function mayManage(ask: Ask, { account, id }: PhoneNumber, world: World) {
  return authorise(ask, world, { scopes: ['whatsapp_business_management'], reaches: [account.id], id })
}

/** The profile, blocking and the registration are open to whoever may write, too. */
export function mayUse(ask: Ask, { account, id }: PhoneNumber, world: World) {
  return authorise(ask, world, {
    scopes: ['whatsapp_business_messaging', 'whatsapp_business_management'],
    reaches: [account.id],
    id,
  })
}

/** `GET /{number}` */
export function show(ask: Ask, number: PhoneNumber, world: World): Reply {
  mayManage(ask, number, world)
  return { status: 200, body: shownNumber(ask, number) }
}

const Pin = z.string().regex(/^\d{6}$/, 'must be 6 digits')
const Webhook = z.object({ override_callback_uri: z.string().max(200), verify_token: z.string() })

/** `POST /{number}`: the PIN, or another address for its webhooks. */
export async function change(ask: Ask, number: PhoneNumber, world: World): Promise<Reply> {
  mayManage(ask, number, world)
  if ('pin' in ask.params) {
    number.pin = obeying(Pin, ask.params['pin'], ['pin'])
    return success
  }
  if (!('webhook_configuration' in ask.params)) throw refuse(100, { message: 'Nothing to change' })
  number.override = await overrideIn(ask.params['webhook_configuration'])
  return success
}

/** An address beside the app's, which has to answer first; none if it is empty. */
export async function overrideIn(wanted: unknown): Promise<Override | undefined> {
  const isEmpty =
    typeof wanted === 'object' &&
    wanted !== null &&
    'override_callback_uri' in wanted &&
    wanted.override_callback_uri === ''
  if (isEmpty) return undefined
  const { override_callback_uri: url, verify_token: verifyToken } = obeying(Webhook, wanted)
  await shakeHands(url, verifyToken)
  return { url, verifyToken }
}

/** `POST /{number}/register` */
export function register(ask: Ask, number: PhoneNumber, world: World): Reply {
  mayUse(ask, number, world)
  if (!world.buckets.take(`register ${number.id}`, world.limits.register, world.clock.now()))
    throw refuse(133016, { details: 'There were too many tries to register this number. Try again later.' })
  const pin = obeying(Pin, ask.params['pin'], ['pin'])
  if (number.phoneApp)
    throw refuse(133000, { details: 'A number that the WhatsApp Business app uses too is registered already.' })
  if (!number.isVerified)
    throw refuse(133006, { details: 'The phone number has to be verified before it is registered.' })
  if (number.pin !== undefined && number.pin !== pin)
    throw refuse(133005, { details: 'The PIN is not that of the two-step verification.' })
  number.pin = pin
  number.isRegistered = true
  return success
}

/** `POST /{number}/deregister` */
export function deregister(ask: Ask, number: PhoneNumber, world: World): Reply {
  mayUse(ask, number, world)
  if (!number.isRegistered) throw refuse(133010, { details: 'The phone number is not registered.' })
  number.isRegistered = false
  return success
}

const Sync = z.object({
  messaging_product: z.literal('whatsapp'),
  sync_type: z.enum(['smb_app_state_sync', 'history']),
})

/** `POST /{number}/smb_app_data`: contacts and history of the phone, each once and soon after the number came. */
export function sync(ask: Ask, number: PhoneNumber, world: World): Reply {
  mayUse(ask, number, world)
  const { sync_type } = obeying(Sync, ask.params)
  const { phoneApp } = number
  if (!phoneApp) throw refuse(100, { message: 'The number is not used by the WhatsApp Business app' })
  if (phoneApp.asked.has(sync_type)) throw refuse(2593107, { details: 'This was asked for already.' })
  if (world.clock.now().getTime() - phoneApp.onboardedAt.getTime() > world.settings.syncHours * 3_600_000)
    throw refuse(2593108, { details: 'The number was onboarded too long ago.' })
  phoneApp.asked.add(sync_type)
  const body = { messaging_product: 'whatsapp', request_id: `${number.id}_${sync_type}` }
  return { status: 200, body, after: () => void world.webhooks.track(phoneApp.sync(sync_type)) }
}
