import { z } from 'zod'

const Preference = z.object({
  wa_id: z.coerce.string().regex(/^\d{6,20}$/),
  category: z.string(),
  value: z.enum(['stop', 'resume']),
  timestamp: z.coerce.number().default(0).catch(0),
})
const Value = z.object({ user_preferences: z.array(z.unknown()) })

/** Who wants marketing messages of a number, or wants them no more: the value of a change of the field `user_preferences`. */
export function readPreferences(value: unknown): { number: string; wantsMarketing: boolean }[] {
  const { data } = Value.safeParse(value)
  return (data?.user_preferences ?? [])
    .flatMap((one) => Preference.safeParse(one).data ?? [])
    .filter(({ category }) => category === 'marketing_messages')
    .toSorted((one, other) => one.timestamp - other.timestamp)
    .map(({ wa_id: number, value: wish }) => ({ number, wantsMarketing: wish === 'resume' }))
}
