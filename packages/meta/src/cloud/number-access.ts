import { z } from 'zod'
import type { GraphClient } from '../graph/graph-client.ts'
import { GraphError } from '../graph/graph-error.ts'

/** A number, and a token that opens it. */
export interface NumberKey {
  phoneNumberId: string
  token: string
}

/** A WhatsApp Business Account, and a token that opens it. */
export interface AccountKey {
  accountId: string
  token: string
}

export interface NumberFacts {
  /** Digits with the country. */
  number: string
  verifiedName: string
  /** Such as CONNECTED, the only one that can send. Meta adds new ones. */
  status: string
  /** Such as GREEN, YELLOW or RED. */
  quality: string
  nameStatus: string
  /** Such as TIER_2K. Undefined: Meta does not say. */
  tier: string | undefined
  isRegistered: boolean
  /** The app on a phone uses it too, so it must not be registered here. */
  isOnPhoneApp: boolean
}

const text = z.string().default('').catch('')

const Facts = z.object({
  display_phone_number: z.string(),
  verified_name: text,
  status: text,
  quality_rating: text,
  name_status: text,
  platform_type: z.string().optional().catch(undefined),
  whatsapp_business_manager_messaging_limit: z.string().optional().catch(undefined),
  is_on_biz_app: z.boolean().default(false).catch(false),
})

const fields = Object.keys(Facts.shape).join(',')

const sendingStatus = 'CONNECTED'

export const maySend = ({ status }: Pick<NumberFacts, 'status'>): boolean => status === sendingStatus

export async function readNumber(graph: GraphClient, { phoneNumberId, token }: NumberKey): Promise<NumberFacts> {
  const facts = await graph.call(
    { method: 'GET', path: pathOf(phoneNumberId), params: { fields }, token, what: 'read a number' },
    Facts,
  )
  return factsIn(facts)
}

const factsIn = (told: z.output<typeof Facts>): NumberFacts => ({
  number: digitsIn(told.display_phone_number),
  verifiedName: told.verified_name,
  status: told.status,
  quality: told.quality_rating,
  nameStatus: told.name_status,
  tier: told.whatsapp_business_manager_messaging_limit,
  isRegistered: told.platform_type === undefined ? maySend(told) : told.platform_type === 'CLOUD_API',
  isOnPhoneApp: told.is_on_biz_app,
})

const Owner = z.object({ owner_business_info: z.object({ id: z.string() }).optional().catch(undefined) })

/** The portfolio that owns an account: its accounts share a limit. Undefined: Meta does not say it, or not to this token. */
export async function readPortfolio(graph: GraphClient, { accountId, token }: AccountKey): Promise<string | undefined> {
  const params = { fields: 'owner_business_info{id}' }
  const call = { method: 'GET', path: pathOf(accountId), params, token, what: 'read the owner of an account' } as const
  try {
    return (await graph.call(call, Owner)).owner_business_info?.id
  } catch (error) {
    if (error instanceof GraphError) return undefined
    throw error
  }
}

/** As Meta shows numbers, such as +55 11 3333-4444. */
export const digitsIn = (display: string): string => display.replaceAll(/\D/g, '')

const pageOf = <S extends z.ZodType>(item: S) =>
  z.object({
    data: z.array(item),
    paging: z
      .object({ next: z.string().optional(), cursors: z.object({ after: z.string().optional() }).optional() })
      .optional(),
  })

const Named = pageOf(z.object({ id: z.string() }))
const Listed = pageOf(Facts.extend({ id: z.string() }))

/** No account has more, and an answer that never ends must not be followed for ever. */
const mostNumbers = 10_000

/** Whether the number belongs to the account. Refused if the token does not open the account. */
export async function isNumberOf(
  graph: GraphClient,
  { accountId, token }: AccountKey,
  phoneNumberId: string,
): Promise<boolean> {
  for await (const { id } of numbersOf(graph, { accountId, token }, 'id', Named)) if (id === phoneNumberId) return true
  return false
}

/** The numbers of an account. Refused if the token does not open it. */
export async function listNumbers(
  graph: GraphClient,
  account: AccountKey,
): Promise<(NumberFacts & { phoneNumberId: string })[]> {
  const found = []
  for await (const { id, ...told } of numbersOf(graph, account, `id,${fields}`, Listed))
    found.push({ phoneNumberId: id, ...factsIn(told) })
  return found
}

async function* numbersOf<T>(
  graph: GraphClient,
  { accountId, token }: AccountKey,
  wanted: string,
  page: ReturnType<typeof pageOf<z.ZodType<T>>>,
): AsyncGenerator<T> {
  const path = `${pathOf(accountId)}/phone_numbers`
  let after: string | undefined
  let seen = 0
  do {
    const params = { fields: wanted, limit: '100', ...(after !== undefined && { after }) }
    const call = { method: 'GET', path, params, token, what: 'list the numbers of an account' } as const
    const { data, paging } = await graph.call(call, page)
    yield* data
    seen += data.length
    after = paging?.next === undefined ? undefined : paging.cursors?.after
  } while (after !== undefined && seen < mostNumbers)
}

const Success = z.object({ success: z.boolean() })

/** Makes the number usable by the Cloud API. The PIN becomes that of its two-step verification, or has to be it. */
export async function registerNumber(
  graph: GraphClient,
  { phoneNumberId, token }: NumberKey,
  pin: string,
): Promise<void> {
  const json = { messaging_product: 'whatsapp', pin }
  const path = `${pathOf(phoneNumberId)}/register`
  await graph.call({ method: 'POST', path, json, token, what: 'register a number' }, Success)
}

/** The number can be used on a phone again, and not here. */
export async function deregisterNumber(graph: GraphClient, { phoneNumberId, token }: NumberKey): Promise<void> {
  const path = `${pathOf(phoneNumberId)}/deregister`
  const json = { messaging_product: 'whatsapp' }
  await graph.call({ method: 'POST', path, json, token, what: 'deregister a number' }, Success)
}

/** The app is told what happens at all numbers of the account. */
export async function subscribeAccount(graph: GraphClient, { accountId, token }: AccountKey): Promise<void> {
  const path = `${pathOf(accountId)}/subscribed_apps`
  await graph.call({ method: 'POST', path, token, what: 'subscribe to an account' }, Success)
}

export async function unsubscribeAccount(graph: GraphClient, { accountId, token }: AccountKey): Promise<void> {
  const path = `${pathOf(accountId)}/subscribed_apps`
  await graph.call({ method: 'DELETE', path, token, what: 'unsubscribe from an account' }, Success)
}

const Subscribed = z.object({
  data: z.array(z.object({ whatsapp_business_api_data: z.object({ id: z.coerce.string() }).optional() })),
})

/** Whether the app of the token is told what happens at the account. */
export async function isSubscribed(graph: GraphClient, { accountId, token }: AccountKey): Promise<boolean> {
  const path = `${pathOf(accountId)}/subscribed_apps`
  const { data } = await graph.call(
    { method: 'GET', path, token, what: 'list the apps that are subscribed to an account' },
    Subscribed,
  )
  return data.some(({ whatsapp_business_api_data: app }) => app?.id === graph.app.appId)
}

const pathOf = (id: string) => `/${encodeURIComponent(id)}`
