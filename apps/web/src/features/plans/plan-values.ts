import { PlanBody, type PlanFeature, type PlanView, planFeatures } from '@guiche/contract'
import i18next from 'i18next'
import { amountOf, writtenAmount } from '../../lib/text/amount.ts'
import { rulesOf } from '../../lib/form-rules.ts'

export type PlanValues = {
  name: string
  users: number | string
  connections: number | string
  queues: number | string
  /** Empty: no limit. */
  contactListPeople: number | string
  campaignPeople: number | string
  campaignsPerHour: number | string
  /** In Brazilian form. */
  amount: string
  isPublic: boolean
} & Record<PlanFeature, boolean>

/** A new plan has every feature (docs/requirements/back-office.md, section 3). */
export const valuesOf = (plan: PlanView | undefined): PlanValues => ({
  name: plan?.name ?? '',
  users: plan?.users ?? 3,
  connections: plan?.connections ?? 3,
  queues: plan?.queues ?? 3,
  contactListPeople: plan?.contactListPeople ?? '',
  campaignPeople: plan?.campaignPeople ?? '',
  campaignsPerHour: plan?.campaignsPerHour ?? '',
  amount: plan ? writtenAmount(plan.amount) : '',
  isPublic: plan?.isPublic ?? true,
  useWhatsapp: plan?.useWhatsapp ?? true,
  useFacebook: plan?.useFacebook ?? true,
  useInstagram: plan?.useInstagram ?? true,
  useCampaigns: plan?.useCampaigns ?? true,
  useSchedules: plan?.useSchedules ?? true,
  useInternalChat: plan?.useInternalChat ?? true,
  useExternalApi: plan?.useExternalApi ?? true,
  useKanban: plan?.useKanban ?? true,
  useOpenAi: plan?.useOpenAi ?? true,
  useIntegration: plan?.useIntegration ?? true,
})

export const bodyOf = ({
  users,
  connections,
  queues,
  contactListPeople,
  campaignPeople,
  campaignsPerHour,
  amount,
  ...rest
}: PlanValues) => ({
  ...rest,
  contactListPeople: limitOf(contactListPeople),
  campaignPeople: limitOf(campaignPeople),
  campaignsPerHour: limitOf(campaignsPerHour),
  users: Number(users),
  connections: Number(connections),
  queues: Number(queues),
  amount: amountOf(amount) ?? '',
})

const limitOf = (written: number | string): number | null => (written === '' ? null : Number(written))

const rules = rulesOf(
  PlanBody.pick({
    name: true,
    users: true,
    connections: true,
    queues: true,
    contactListPeople: true,
    campaignPeople: true,
    campaignsPerHour: true,
  }),
)

export const planRules = (values: PlanValues): Record<string, string> => ({
  ...rules(values),
  ...(amountOf(values.amount) === undefined && { amount: i18next.t('plans.amountInvalid') }),
})

export const featuresOf = (plan: PlanView): PlanFeature[] => planFeatures.filter((feature) => plan[feature])
