import type { AccountChange } from '@guiche/meta'
import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { metrics } from '#platform/process/metrics'
import { type ReachedNumber, findReachedNumbers, markWebhookSeen } from './official-numbers.repository.ts'

/** Who has signed a webhook. */
export interface Signer {
  /** Of an app of a company's own. Undefined: that of the installation. */
  own: { companyId: number; appId: string } | undefined
}

/** A number that a change concerns. */
export interface Place {
  connectionId: number
  phoneNumberId: string
  accountId: string
  /** What the ids of its customers belong to. */
  userScope: string
  /** Its phone reaches the number now. */
  isLeft: boolean
}

/** What a change means here. Changes of an account come once for each of its numbers. */
export type Hearer = (ctx: Ctx, place: Place, change: AccountChange) => Promise<void>

/**
 * Carries out what Meta tells about accounts and numbers, each in the company that its stored row names. Whoever has an app can
 * sign anything, so an app reaches the numbers alone that were connected with it. What belongs to nobody here, or is of a kind
 * that nobody knows, is counted and has no effect.
 */
export async function hearChanges(
  { units }: Pick<Deps, 'units'>,
  hearers: Readonly<Record<string, Hearer>>,
  signer: Signer,
  changes: readonly AccountChange[],
): Promise<void> {
  const isKnown = ({ field }: AccountChange) => Object.hasOwn(hearers, field)
  const reached = await findPlaces(units.operator, signer, changes)
  for (const [number, theirs] of reached) {
    const { company_id: companyId, connection_id: connectionId } = number
    const place = {
      connectionId,
      phoneNumberId: number.phone_number_id,
      accountId: number.account_id,
      userScope: number.user_scope,
      isLeft: number.is_left,
    }
    const known = theirs.filter(isKnown)
    if (known.length === 0 && number.was_seen) continue
    await units.run({ kind: 'connection', companyId, connectionId }, async (ctx) => {
      if (!number.was_seen) await markWebhookSeen(ctx, [connectionId])
      for (const change of known) await hearers[change.field]?.(ctx, place, change)
    })
  }
  const found = new Set([...reached.values()].flat())
  metrics.ignored.inc({ reason: 'unknown' }, changes.filter((change) => !isKnown(change)).length)
  metrics.ignored.inc({ reason: 'nobody' }, changes.filter((change) => isKnown(change) && !found.has(change)).length)
}

async function findPlaces(
  operator: Parameters<typeof findReachedNumbers>[0],
  { own }: Signer,
  changes: readonly AccountChange[],
): Promise<Map<ReachedNumber, AccountChange[]>> {
  const ofNumbers = changes.flatMap(({ phoneNumberId }) => phoneNumberId ?? [])
  const ofAccounts = changes.flatMap(({ phoneNumberId, accountId }) => (phoneNumberId === undefined ? accountId : []))
  const numbers = await findReachedNumbers(operator, {
    phoneNumberIds: [...new Set(ofNumbers)],
    accountIds: [...new Set(ofAccounts)],
  })
  const places = new Map<ReachedNumber, AccountChange[]>()
  for (const number of numbers) {
    if (!isServedBy(number, own)) continue
    const theirs = changes.filter((change) => concerns(change, number))
    if (theirs.length > 0) places.set(number, theirs)
  }
  return places
}

function isServedBy({ company_id, app_id }: ReachedNumber, own: Signer['own']): boolean {
  return own ? company_id === own.companyId && app_id === own.appId : app_id === null
}

/** What people have written, and how far our messages came. */
const messageFields = ['messages', 'smb_message_echoes']

function concerns(change: AccountChange, number: ReachedNumber): boolean {
  // What was written and sent before its phone got it back is told late; its health concerns nobody here.
  if (number.is_left && !messageFields.includes(change.field)) return false
  // A number may have moved to another account.
  if (change.phoneNumberId !== undefined) return change.phoneNumberId === number.phone_number_id
  if (change.accountId !== number.account_id) return false
  return change.number === undefined || change.number === number.number
}
