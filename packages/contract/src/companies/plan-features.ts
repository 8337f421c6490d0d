/** Features that a plan can include; plans have a flag of each name. */
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

/** The feature that something needs; 'none' if every plan has it. */
export type NeededFeature = PlanFeature | 'none'
