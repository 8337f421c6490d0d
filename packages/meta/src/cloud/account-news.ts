import { z } from 'zod'
import type { AccountChange } from '../webhooks/read-changes.ts'
import { dateOf } from '../webhooks/time.ts'

/** What Meta says about the health of an account or a number. */
export type AccountNews =
  /** Nothing can be sent until a person has acted. */
  | { kind: 'ended'; because: 'app_removed' | 'restricted' }
  /** Meta has opened again what it closed. */
  | { kind: 'restored' }
  /** Nothing, or nothing to strangers, until then. */
  | { kind: 'limited'; scope: 'everything' | 'new_chats'; until: Date }
  /** The connection goes on. `value`: in Meta's words. */
  | { kind: 'notice'; about: NoticeSubject; value: string | null; details?: string }

export type NoticeSubject = 'quality' | 'limit' | 'name' | 'violation' | 'restriction' | 'review' | 'alert' | 'closing'

const word = z.string().max(200).optional().catch(undefined)
const count = z.number().optional().catch(undefined)

const Update = z.object({
  event: z.string(),
  ban_info: z.object({ waba_ban_state: z.string(), waba_ban_date: word }).optional().catch(undefined),
  violation_info: z.object({ violation_type: word }).optional().catch(undefined),
  restriction_info: z.array(z.unknown()).default([]).catch([]),
})
const Restriction = z.object({ restriction_type: z.string().regex(/^[A-Z][A-Z_]{1,99}$/), expiration: count })

const Quality = z.object({
  event: z.string(),
  current_limit: word,
  max_daily_conversations_per_business: z.union([z.string(), z.number()]).optional().catch(undefined),
})
const NameDecision = z.object({ decision: z.string(), rejection_reason: word })
const Review = z.object({ decision: z.string() })
const Alert = z.object({
  alert_info: z.object({ alert_type: word, alert_description: word }).optional().catch(undefined),
  alert_type: word,
  alert_description: word,
})
const Capability = z.object({ max_daily_conversations_per_business: count, max_daily_conversation_per_phone: count })

/** By the field that tells it. What is not as documented means nothing. */
const readers: Readonly<Record<string, (value: unknown) => AccountNews[]>> = {
  account_update: (value) => inUpdate(Update.safeParse(value).data),
  phone_number_quality_update: (value) => inQuality(Quality.safeParse(value).data),
  phone_number_name_update: (value) => inName(NameDecision.safeParse(value).data),
  account_review_update: (value) => inReview(Review.safeParse(value).data),
  account_alerts: (value) => inAlert(Alert.safeParse(value).data),
  business_capability_update: (value) => inCapability(Capability.safeParse(value).data),
}

export const accountNewsFields: readonly string[] = Object.keys(readers)

export function readAccountNews({ field, value }: Pick<AccountChange, 'field' | 'value'>): AccountNews[] {
  return Object.hasOwn(readers, field) ? (readers[field]?.(value) ?? []) : []
}

function inUpdate(update: z.output<typeof Update> | undefined): AccountNews[] {
  if (!update) return []
  switch (update.event) {
    case 'PARTNER_APP_UNINSTALLED':
    case 'PARTNER_REMOVED':
      return [{ kind: 'ended', because: 'app_removed' }]
    case 'ACCOUNT_DELETED':
      return [{ kind: 'ended', because: 'restricted' }]
    case 'DISABLED_UPDATE':
      return inBan(update.ban_info)
    case 'ACCOUNT_VIOLATION':
      return [{ kind: 'notice', about: 'violation', value: update.violation_info?.violation_type ?? null }]
    case 'ACCOUNT_RESTRICTION':
      return update.restriction_info.flatMap(inRestriction)
    default:
      return []
  }
}

function inBan(ban: z.output<typeof Update>['ban_info']): AccountNews[] {
  if (!ban) return []
  switch (ban.waba_ban_state) {
    case 'DISABLE':
      return [{ kind: 'ended', because: 'restricted' }]
    case 'SCHEDULE_FOR_DISABLE':
      return [{ kind: 'notice', about: 'closing', value: ban.waba_ban_date ?? null }]
    case 'REINSTATE':
      return [{ kind: 'restored' }]
    default:
      return []
  }
}

/** What forbids to answer customers forbids everything. Other restrictions, such as of new numbers, are only told. */
const scopes: Readonly<Record<string, 'everything' | 'new_chats'>> = {
  RESTRICTED_BIZ_INITIATED_MESSAGING: 'new_chats',
  RESTRICTED_CUSTOMER_INITIATED_MESSAGING: 'everything',
}

function inRestriction(value: unknown): AccountNews[] {
  const { success, data } = Restriction.safeParse(value)
  if (!success) return []
  const scope = Object.hasOwn(scopes, data.restriction_type) ? scopes[data.restriction_type] : undefined
  const until = dateOf((data.expiration ?? Number.NaN) * 1000)
  if (scope === undefined) return [{ kind: 'notice', about: 'restriction', value: data.restriction_type }]
  if (!until) return []
  return [{ kind: 'limited', scope, until }]
}

function inQuality(told: z.output<typeof Quality> | undefined): AccountNews[] {
  if (!told) return []
  const { event, current_limit: tier, max_daily_conversations_per_business: most = tier } = told
  if (event === 'FLAGGED' || event === 'UNFLAGGED') return [{ kind: 'notice', about: 'quality', value: event }]
  return most === undefined ? [] : [{ kind: 'notice', about: 'limit', value: String(most) }]
}

function inName(told: z.output<typeof NameDecision> | undefined): AccountNews[] {
  if (!told) return []
  const { decision, rejection_reason: why } = told
  // NONE stands for no reason.
  const details = why === undefined || why.toUpperCase() === 'NONE' ? {} : { details: why }
  return [{ kind: 'notice', about: 'name', value: decision, ...details }]
}

const inReview = (told: z.output<typeof Review> | undefined): AccountNews[] =>
  told ? [{ kind: 'notice', about: 'review', value: told.decision }] : []

function inAlert(told: z.output<typeof Alert> | undefined): AccountNews[] {
  const { alert_type, alert_description } = { ...told, ...told?.alert_info }
  const value = alert_description ?? alert_type
  return value === undefined ? [] : [{ kind: 'notice', about: 'alert', value }]
}

function inCapability(told: z.output<typeof Capability> | undefined): AccountNews[] {
  const most = told?.max_daily_conversations_per_business ?? told?.max_daily_conversation_per_phone
  return most === undefined ? [] : [{ kind: 'notice', about: 'limit', value: String(most) }]
}
