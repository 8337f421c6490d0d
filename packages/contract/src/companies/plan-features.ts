/** What a plan switches on or off. A plan has a flag of each name. */
export const planFeatures = [
  'useWhatsapp',
  'useFacebook',
  'useInstagram',
  'useCampaigns',
  'useSchedules',
  'useInternalChat',
  'useExternalApi',
  'useKanban',
  'useOpenAi',
  'useIntegration',
] as const
export type PlanFeature = (typeof planFeatures)[number]

/** The feature that something needs, or the decision that it belongs to every plan. */
export type NeededFeature = PlanFeature | 'none'
