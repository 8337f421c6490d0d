/** What decides whether a company may use the product. */
export interface Subscription {
  /** YYYY-MM-DD; null: no end. The platform's own company has none. */
  dueDate: string | null
  /** YYYY-MM-DD in the company's time zone. */
  today: string
  /** Days from the due date on in which everything still works. */
  graceDays: number
  /** The due date is the end of a trial, and nobody has paid or moved it yet. */
  isTrial: boolean
}

export type SubscriptionState =
  | { state: 'active' }
  /** `days`: until the due date. */
  | { state: 'trial' | 'dueSoon'; days: number }
  /** On the due date, and after it. `days`: until the company is blocked. */
  | { state: 'due' | 'grace'; days: number }
  /** `days`: since the first blocked day. */
  | { state: 'blocked'; days: number }

/** From so many days before the due date on it is due soon. */
export const dueSoonDays = 5

/**
 * The state of a subscription on a day. There is no stored state: a company that has paid, or whose due date was moved,
 * is what its new date makes it. The server has the same rule in SQL (`isExpired` in
 * `modules/companies/list/company-state.ts`), and a test compares the two.
 */
export function subscriptionState({ dueDate, today, graceDays, isTrial }: Subscription): SubscriptionState {
  if (dueDate === null) return { state: 'active' }
  const left = daysBetween(today, dueDate)
  const leftOfGrace = left + graceDays
  if (leftOfGrace <= 0) return { state: 'blocked', days: Math.abs(leftOfGrace) }
  if (left < 0) return { state: 'grace', days: leftOfGrace }
  if (left === 0) return { state: 'due', days: leftOfGrace }
  if (isTrial) return { state: 'trial', days: left }
  return left > dueSoonDays ? { state: 'active' } : { state: 'dueSoon', days: left }
}

/** Both are YYYY-MM-DD. Days have no time zone, so each has 24 hours. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
