import type { Identity } from '@guiche/channel'
import { z } from 'zod'
import { dateOf } from '../../webhooks/time.ts'
import { identitiesOf } from '../identities.ts'

const Preference = z.object({
  wa_id: z.coerce
    .string()
    .regex(/^\d{6,20}$/)
    .optional()
    .catch(undefined),
  user_id: z.string().min(1).max(200).optional().catch(undefined),
  parent_user_id: z.string().min(1).max(200).optional().catch(undefined),
  category: z.string(),
  value: z.enum(['stop', 'resume']),
  timestamp: z.coerce.number().default(0).catch(0),
})
const Value = z.object({ user_preferences: z.array(z.unknown()) })

interface MarketingWish {
  /** The same person by all that is known of them: the number first, if they show it. */
  person: Identity[]
  wantsMarketing: boolean
  /** When they said it. Undefined: the network does not say. */
  at: Date | undefined
}

/**
 * Who wants marketing messages of a number, or wants them no more: the value of a change of the field `user_preferences`. `scope`:
 * what the ids of users belong to.
 */
export function readPreferences(value: unknown, scope: string): MarketingWish[] {
  const { data } = Value.safeParse(value)
  return (data?.user_preferences ?? [])
    .flatMap((one) => Preference.safeParse(one).data ?? [])
    .filter(({ category }) => category === 'marketing_messages')
    .toSorted((one, other) => one.timestamp - other.timestamp)
    .map(({ wa_id: number, user_id: userId, parent_user_id: parentId, value: wish, timestamp }) => ({
      person: identitiesOf(scope, { number, userId, parentId }),
      wantsMarketing: wish === 'resume',
      at: timestamp === 0 ? undefined : dateOf(timestamp * 1000),
    }))
    .filter(({ person }) => person.length > 0)
}
