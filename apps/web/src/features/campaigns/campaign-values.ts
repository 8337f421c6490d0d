import { CampaignBody, type CampaignView, Hour } from '@guiche/contract'
import { z } from 'zod'
import type { Format } from '../../lib/format.ts'
import { rulesOf } from '../../lib/form-rules.ts'
import { type AudienceValues, audienceValuesOf, choiceMissing, sentAudienceOf } from './audience-values.ts'
import type { SentCampaign } from './campaigns.api.ts'
import type { Editable } from './editable.ts'

export const variants = [1, 2, 3, 4, 5] as const
export type Variant = (typeof variants)[number]

/** Select fields hold text; empty: none. Day and hour are in the company's time zone. */
export type CampaignValues = {
  name: string
  confirmation: 'enabled' | 'disabled'
  connectionIds: string[]
  /** The files of this list come after the message. */
  fileListId: string
  queueId: string
  answerTagId: string
  day: string | null
  hour: string
} & AudienceValues &
  Record<`message${Variant}` | `confirmationMessage${Variant}`, string>

export const valuesOf = (campaign: CampaignView | undefined, format: Format): CampaignValues => ({
  name: campaign?.name ?? '',
  confirmation: campaign?.confirmation ? 'enabled' : 'disabled',
  ...audienceValuesOf(campaign),
  connectionIds: campaign?.whatsapps.map(({ id }) => String(id)) ?? [],
  fileListId: textOf(campaign?.fileListId),
  queueId: textOf(campaign?.queueId),
  answerTagId: textOf(campaign?.answerTagId),
  day: campaign?.scheduledAt ? format.day(campaign.scheduledAt) : null,
  hour: campaign?.scheduledAt ? format.time(campaign.scheduledAt) : '',
  message1: campaign?.message1 ?? '',
  message2: campaign?.message2 ?? '',
  message3: campaign?.message3 ?? '',
  message4: campaign?.message4 ?? '',
  message5: campaign?.message5 ?? '',
  confirmationMessage1: campaign?.confirmationMessage1 ?? '',
  confirmationMessage2: campaign?.confirmationMessage2 ?? '',
  confirmationMessage3: campaign?.confirmationMessage3 ?? '',
  confirmationMessage4: campaign?.confirmationMessage4 ?? '',
  confirmationMessage5: campaign?.confirmationMessage5 ?? '',
})

const textOf = (id: number | null | undefined): string => (id ? String(id) : '')

/** The local time is sent, because the server knows the company's zone best. */
export const bodyOf = (values: CampaignValues): SentCampaign => ({
  name: values.name,
  confirmation: values.confirmation === 'enabled',
  ...sentAudienceOf(values),
  whatsappId: values.connectionIds.join(','),
  fileListId: idOf(values.fileListId),
  queueId: idOf(values.queueId),
  answerTagId: idOf(values.answerTagId),
  scheduledAt: values.day === null ? null : `${values.day} ${values.hour}:00`,
  message1: values.message1 || null,
  message2: values.message2 || null,
  message3: values.message3 || null,
  message4: values.message4 || null,
  message5: values.message5 || null,
  confirmationMessage1: values.confirmationMessage1 || null,
  confirmationMessage2: values.confirmationMessage2 || null,
  confirmationMessage3: values.confirmationMessage3 || null,
  confirmationMessage4: values.confirmationMessage4 || null,
  confirmationMessage5: values.confirmationMessage5 || null,
})

const idOf = (text: string): number | null => (text === '' ? null : Number(text))

const isFilled = (text: string): boolean => text.trim() !== ''

export const hasMessage = (values: CampaignValues): boolean => variants.some((nth) => isFilled(values[`message${nth}`]))

const hasConfirmation = (values: CampaignValues): boolean =>
  variants.some((nth) => isFilled(values[`confirmationMessage${nth}`]))

/** Whether this variant says anything. */
export const isWritten = (values: CampaignValues, nth: Variant): boolean => isFilled(values[`message${nth}`])

const rules = rulesOf(
  CampaignBody.pick({ name: true }).extend({ connectionIds: z.array(z.string()).min(1, 'required') }),
)

interface Circumstances {
  editable: Editable
  hasFile: boolean
  format: Format
  now: number
  texts: Record<'people' | 'message' | 'confirmation' | 'hour' | 'inPast', string>
}

/** Texts of the errors by field. Without a date a campaign does not start, and may lack what a start needs. */
export function errorsOf(
  values: CampaignValues,
  { editable, hasFile, format, now, texts }: Circumstances,
): Partial<Record<keyof CampaignValues, string>> {
  const { day, hour } = values
  const unchosen = choiceMissing(values)
  const isWhole = editable === 'all'
  const starts = day !== null || editable === 'texts'
  const isPast = day !== null && `${day} ${hour}` < `${format.day(now)} ${format.time(now)}`
  return {
    ...(isWhole && rules(values)),
    ...(isWhole && isPast && { hour: texts.inPast }),
    ...(isWhole && day !== null && !Hour.safeParse(hour).success && { hour: texts.hour }),
    ...(isWhole && day !== null && unchosen && { [unchosen]: texts.people }),
    ...(starts && !hasFile && !hasMessage(values) && { message1: texts.message }),
    ...(starts &&
      values.confirmation === 'enabled' &&
      !hasConfirmation(values) && { confirmationMessage1: texts.confirmation }),
  }
}

/** The tab of the first variant in error. */
export const variantInError = (errors: object): Variant | undefined =>
  variants.find((nth) => `message${nth}` in errors || `confirmationMessage${nth}` in errors)
