import { type CompanyState, dueSoonDays, limits } from '@guiche/contract'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'

// All of these are parts of statements that read `companies c`.

/** The first day on which `companies c` is blocked: the due date, or some days later if the operator gives grace. */
const blockedOn = sql`(c.due_date + (select grace_days()))`
/** The moment from which `isExpired` is true: midnight in the company's time zone. */
export const endsAt: RawBuilder<Date | null> = sql`(case when c.id <> 1 then ${blockedOn}::timestamp at time zone c.timezone end)`
/**
 * Whether that day of `companies c` has come, in the company's time zone. The platform's company never expires. The same
 * rule is `subscriptionState` of the contract.
 */
export const isExpired: RawBuilder<boolean> = sql`(c.id <> 1 and coalesce(${blockedOn} <= (now() at time zone c.timezone)::date, false))`
/** Whether `companies c` may use the product now. What acts by itself is silent otherwise. */
export const isServed: RawBuilder<SqlBool> = sql`(c.active and not ${isExpired})`
/** Whether the due date of `companies c` is the end of the trial that its sign-up began. */
export const isTrial: RawBuilder<boolean> = sql`coalesce(c.due_date = c.trial_ends, false)`
/** What `unblocked_at` of `companies c` becomes when its due date moves. */
export const unblockedAt: RawBuilder<Date | null> = sql`case when ${isExpired} then now() else c.unblocked_at end`

/** In the time zone of the company. */
export const today: RawBuilder<unknown> = sql`(now() at time zone c.timezone)::date`

/** The first that is true. The platform's company, and one without a due date, are active. */
export const stateOf: RawBuilder<CompanyState> = sql`(case
  when c.closed_at is not null then 'closed'
  when not c.active then 'off'
  when c.id = 1 or c.due_date is null then 'active'
  when ${isExpired} then 'blocked'
  when c.due_date <= ${today} then 'grace'
  when ${isTrial} then 'trial'
  when c.due_date <= ${today} + ${sql.lit(dueSoonDays)} then 'dueSoon'
  else 'active' end)`

export const isTrialEnding: RawBuilder<SqlBool> = sql`(c.due_date <= ${today} + ${sql.lit(limits.trialEndingDays)} and ${stateOf} = 'trial')`
