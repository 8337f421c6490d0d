import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { cleanLine } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'
import { isBuiltInVariable, variableKey } from './campaign-text.ts'
import { Currency, MessagePrices } from './message-prices.ts'

/** What the screen offers: seconds, messages, seconds. 0: no pause. */
export const campaignPaceOptions = {
  messageInterval: [0, 5, 10, 15, 20],
  longerIntervalAfter: [0, 5, 10, 15, 20],
  greaterInterval: [0, 20, 30, 40, 50, 60],
} as const

export type CampaignPace = Record<keyof typeof campaignPaceOptions, number>

export const campaignPaceDefaults: CampaignPace = { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60 }

/** The option that is nearest to what was sent; the default for what is no number (S66). */
function nearest(key: keyof CampaignPace, sent: unknown): number {
  const wanted = typeof sent === 'string' && sent.trim() !== '' ? Number(sent) : sent
  if (typeof wanted !== 'number' || Number.isNaN(wanted)) return campaignPaceDefaults[key]
  const options: readonly number[] = campaignPaceOptions[key]
  // Infinity, which is also what 1e999 is, has the same distance to all options.
  const within = Math.min(wanted, Math.max(...options))
  return options.reduce((best, option) => (Math.abs(option - within) < Math.abs(best - within) ? option : best))
}

const paceField = (key: keyof CampaignPace) =>
  z
    .unknown()
    .optional()
    .transform((sent) => nearest(key, sent))

/** From how many campaigns one person gets messages within seven days, at most. */
export const weeklyCap = { least: 1, most: 50, usual: 2 } as const

/** What is beyond an end is that end, and what is no number is the usual one (S66). Absent: as before. */
const WeeklyCap = z
  .unknown()
  .optional()
  .transform((sent): number | undefined => {
    if (sent === undefined) return undefined
    const wanted = typeof sent === 'string' && sent.trim() !== '' ? Number(sent) : sent
    if (typeof wanted !== 'number' || Number.isNaN(wanted)) return weeklyCap.usual
    return Math.min(weeklyCap.most, Math.max(weeklyCap.least, Math.round(wanted)))
  })

export const CampaignVariable = z.object({
  key: z
    .string('required')
    .overwrite(cleanLine)
    .min(1, 'required')
    .max(40, 'tooLong')
    .regex(/^[^{}|]+$/, 'invalidName')
    .refine((key) => !isBuiltInVariable(key), 'nameTaken'),
  value: z.string().max(limits.campaignValue, 'tooLong').default(''),
})
export type CampaignVariable = z.output<typeof CampaignVariable>

/** Of two variables with one name the first counts. */
const withoutDoubles = (variables: CampaignVariable[]) => [
  ...new Map(variables.toReversed().map((variable) => [variableKey(variable.key), variable])).values(),
]

export const CampaignSettings = z.object({
  messageInterval: paceField('messageInterval'),
  longerIntervalAfter: paceField('longerIntervalAfter'),
  greaterInterval: paceField('greaterInterval'),
  variables: z
    .array(CampaignVariable)
    .max(limits.campaignVariables, 'tooMany')
    .default([])
    .transform((variables) => withoutDoubles(variables).toReversed()),
  weeklyCap: WeeklyCap,
  /** Admins alone change these two. */
  prices: MessagePrices,
  currency: Currency,
})
export type CampaignSettings = z.output<typeof CampaignSettings>

/** `value` is a JSON text. */
export const CampaignSettingRow = z.object({ id: z.number(), key: z.string(), value: z.string() })
export type CampaignSettingRow = z.output<typeof CampaignSettingRow>

export const campaignSettingCalls = {
  listCampaignSettings: endpoint({
    method: 'GET',
    path: '/campaign-settings',
    summary: 'The pace of campaigns and the variables of their texts; nothing for what was never saved',
    access: 'manager',
    feature: 'useCampaigns',
    answer: z.array(CampaignSettingRow),
  }),
  saveCampaignSettings: endpoint({
    method: 'POST',
    path: '/campaign-settings',
    summary: 'Save the pace of campaigns and the variables of their texts',
    access: 'manager',
    feature: 'useCampaigns',
    body: z.object({ settings: CampaignSettings }),
    answer: z.array(CampaignSettingRow),
  }),
} as const
