import type { SessionUser } from '@guiche/contract'
import { daysLeft, daysUntilBlocked } from '../../lib/session.ts'
import { numbers } from '../../ui/numbers.ts'

/** `grace`: it was due, and everything still works for some days. */
export type SubscriptionState =
  | { state: 'soon'; days: number }
  | { state: 'due' | 'grace'; /** Until it is blocked. */ days: number }

/** What admins are told about the subscription; undefined while there is nothing to do. */
export function subscriptionState(user: Pick<SessionUser, 'company'>, now: Date): SubscriptionState | undefined {
  const left = daysLeft(user, now)
  if (left > numbers.subscriptionNoticeDays) return undefined
  if (left > 0) return { state: 'soon', days: left }
  const days = daysUntilBlocked(user, now)
  if (days <= 0) return undefined
  return { state: left === 0 ? 'due' : 'grace', days }
}
