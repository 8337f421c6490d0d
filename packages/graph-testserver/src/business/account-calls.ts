import { authorise } from '../access/authorise.ts'
import { type Ask, type Reply, success } from '../http/ask.ts'
import { shown } from '../http/fields.ts'
import { paged } from '../http/paging.ts'
import type { World } from '../world.ts'
import type { Account } from './account.ts'
import type { Business } from './business.ts'
import { overrideIn, shownNumber } from './number-calls.ts'

const mayManage = (ask: Ask, { id }: Account, world: World) =>
  authorise(ask, world, { scopes: ['whatsapp_business_management'], reaches: [id], id })

const usualFields = ['id', 'name', 'timezone_id', 'message_template_namespace']

const shownAccount = (ask: Ask, account: Account) =>
  shown(ask, accountView(account), usualFields, 'WhatsAppBusinessAccount')

function accountView({ id, name, business, refusedWith, numbers: all }: Account) {
  return {
    id,
    name,
    currency: 'BRL',
    timezone_id: '25',
    message_template_namespace: `ns_${id}`,
    account_review_status: 'APPROVED',
    business_verification_status: business.isVerified ? 'VERIFIED' : 'UNVERIFIED',
    status: refusedWith === undefined ? 'ACTIVE' : 'RESTRICTED',
    owner_business_info: { id: business.id, name: business.name },
    phone_numbers: {
      data: all.map((number) => ({
        id: number.id,
        display_phone_number: number.display,
        verified_name: number.name,
      })),
    },
  }
}

/** `GET /{account}` */
export function show(ask: Ask, account: Account, world: World): Reply {
  mayManage(ask, account, world)
  return { status: 200, body: shownAccount(ask, account) }
}

/** `GET /{account}/phone_numbers` */
export function numbers(ask: Ask, account: Account, world: World): Reply {
  mayManage(ask, account, world)
  return { status: 200, body: paged(ask, world.baseUrl(), account.numbers, (number) => shownNumber(ask, number)) }
}

/** `POST /{account}/subscribed_apps`: links the app, with an address of its own if it names one. */
export async function subscribe(ask: Ask, account: Account, world: World): Promise<Reply> {
  const { app } = mayManage(ask, account, world)
  const override = 'override_callback_uri' in ask.params ? await overrideIn(ask.params) : undefined
  account.subscribedApps.set(app, override ? { override } : {})
  return success
}

/** `GET /{account}/subscribed_apps` */
export function subscribed(ask: Ask, account: Account, world: World): Reply {
  mayManage(ask, account, world)
  const data = [...account.subscribedApps].map(([{ id, name }, { override }]) => ({
    whatsapp_business_api_data: { id, name, link: `https://www.facebook.com/games/?app_id=${id}` },
    ...(override && { override_callback_uri: override.url }),
  }))
  return { status: 200, body: { data } }
}

/** `DELETE /{account}/subscribed_apps` */
export function unsubscribe(ask: Ask, account: Account, world: World): Reply {
  const { app } = mayManage(ask, account, world)
  account.subscribedApps.delete(app)
  return success
}

/** `GET /{business}` */
export function showBusiness(ask: Ask, business: Business, world: World): Reply {
  authorise(ask, world, { scopes: ['business_management'], reaches: [business.id], id: business.id })
  const { id, name, isVerified } = business
  const view = { id, name, verification_status: isVerified ? 'verified' : 'not_verified' }
  return { status: 200, body: shown(ask, view, ['id', 'name'], 'Business') }
}

/** `GET /{business}/owned_whatsapp_business_accounts` */
export function ownedAccounts(ask: Ask, business: Business, world: World): Reply {
  authorise(ask, world, { scopes: ['business_management'], reaches: [business.id], id: business.id })
  return { status: 200, body: paged(ask, world.baseUrl(), business.accounts, (account) => shownAccount(ask, account)) }
}
