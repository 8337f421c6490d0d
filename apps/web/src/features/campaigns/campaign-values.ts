import { CampaignBody, type CampaignView, type ConnectionView, Hour, type TemplateChoice } from '@guiche/contract'
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
  Record<`message${Variant}` | `confirmationMessage${Variant}`, string> &
  Record<`template${Variant}` | `confirmationTemplate${Variant}`, TemplateChoice | null>

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
  template1: campaign?.template1 ?? null,
  template2: campaign?.template2 ?? null,
  template3: campaign?.template3 ?? null,
  template4: campaign?.template4 ?? null,
  template5: campaign?.template5 ?? null,
  confirmationTemplate1: campaign?.confirmationTemplate1 ?? null,
  confirmationTemplate2: campaign?.confirmationTemplate2 ?? null,
  confirmationTemplate3: campaign?.confirmationTemplate3 ?? null,
  confirmationTemplate4: campaign?.confirmationTemplate4 ?? null,
  confirmationTemplate5: campaign?.confirmationTemplate5 ?? null,
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
  template1: values.template1,
  template2: values.template2,
  template3: values.template3,
  template4: values.template4,
  template5: values.template5,
  confirmationTemplate1: values.confirmationTemplate1,
  confirmationTemplate2: values.confirmationTemplate2,
  confirmationTemplate3: values.confirmationTemplate3,
  confirmationTemplate4: values.confirmationTemplate4,
  confirmationTemplate5: values.confirmationTemplate5,
})

/** A chat on a site cannot write first, and pages answer only. */
export const mayHaveCampaigns = ({ channel }: Pick<ConnectionView, 'channel'>): boolean => channel === 'whatsapp'

/** What the chosen connections take: templates with nothing beside them, or no templates. The form keeps both meanwhile. */
export const fitted = (body: SentCampaign, takesTemplates: boolean): SentCampaign =>
  takesTemplates
    ? {
        ...body,
        fileListId: null,
        message1: null,
        message2: null,
        message3: null,
        message4: null,
        message5: null,
        confirmationMessage1: null,
        confirmationMessage2: null,
        confirmationMessage3: null,
        confirmationMessage4: null,
        confirmationMessage5: null,
      }
    : {
        ...body,
        template1: null,
        template2: null,
        template3: null,
        template4: null,
        template5: null,
        confirmationTemplate1: null,
        confirmationTemplate2: null,
        confirmationTemplate3: null,
        confirmationTemplate4: null,
        confirmationTemplate5: null,
      }

const idOf = (text: string): number | null => (text === '' ? null : Number(text))

const isFilled = (text: string): boolean => text.trim() !== ''

const hasMessage = (values: CampaignValues, takesTemplates: boolean): boolean =>
  variants.some((nth) => isWritten(values, nth, takesTemplates))

const hasConfirmation = (values: CampaignValues, takesTemplates: boolean): boolean =>
  variants.some((nth) =>
    takesTemplates ? values[`confirmationTemplate${nth}`] !== null : isFilled(values[`confirmationMessage${nth}`]),
  )

/** Whether this variant says anything. */
export const isWritten = (values: CampaignValues, nth: Variant, takesTemplates: boolean): boolean =>
  takesTemplates ? values[`template${nth}`] !== null : isFilled(values[`message${nth}`])

const rules = rulesOf(
  CampaignBody.pick({ name: true }).extend({ connectionIds: z.array(z.string()).min(1, 'required') }),
)

interface Circumstances {
  editable: Editable
  hasFile: boolean
  /** Of the chosen connections: all take templates, or none does. Undefined: some do. */
  takesTemplates: boolean | undefined
  format: Format
  now: number
  texts: Record<'people' | 'message' | 'template' | 'confirmation' | 'hour' | 'inPast' | 'mixed', string>
}

/** Texts of the errors by field. Without a date a campaign does not start, and may lack what a start needs. */
export function errorsOf(
  values: CampaignValues,
  { editable, hasFile, takesTemplates, format, now, texts }: Circumstances,
): Partial<Record<keyof CampaignValues, string>> {
  const { day, hour } = values
  const unchosen = choiceMissing(values)
  const isWhole = editable === 'all'
  const starts = day !== null || editable === 'texts'
  const isPast = day !== null && `${day} ${hour}` < `${format.day(now)} ${format.time(now)}`
  return {
    ...(isWhole && rules(values)),
    ...(isWhole && takesTemplates === undefined && { connectionIds: texts.mixed }),
    ...(isWhole && isPast && { hour: texts.inPast }),
    ...(isWhole && day !== null && !Hour.safeParse(hour).success && { hour: texts.hour }),
    ...(isWhole && day !== null && unchosen && { [unchosen]: texts.people }),
    ...(starts && !hasFile && !takesTemplates && !hasMessage(values, false) && { message1: texts.message }),
    ...(starts && takesTemplates && !hasMessage(values, true) && { template1: texts.template }),
    ...(starts &&
      values.confirmation === 'enabled' &&
      !hasConfirmation(values, takesTemplates ?? false) && {
        [takesTemplates ? 'confirmationTemplate1' : 'confirmationMessage1']: takesTemplates
          ? texts.template
          : texts.confirmation,
      }),
  }
}

/** The tab of the first variant in error. */
export const variantInError = (errors: object): Variant | undefined =>
  variants.find((nth) =>
    [`message${nth}`, `confirmationMessage${nth}`, `template${nth}`, `confirmationTemplate${nth}`].some(
      (field) => field in errors,
    ),
  )
