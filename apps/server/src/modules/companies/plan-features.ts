/** What a plan switches on: the flag that clients of the family know it by, and the word that is stored. */
const features = [
  ['useWhatsapp', 'whatsapp'],
  ['useFacebook', 'facebook'],
  ['useInstagram', 'instagram'],
  ['useCampaigns', 'campaigns'],
  ['useSchedules', 'schedules'],
  ['useInternalChat', 'internal_chat'],
  ['useExternalApi', 'external_api'],
  ['useKanban', 'kanban'],
  ['useOpenAi', 'open_ai'],
  ['useIntegration', 'integrations'],
] as const

export type PlanFlags = Record<(typeof features)[number][0], boolean>

export function flagsOf(stored: readonly string[]): PlanFlags {
  return {
    useWhatsapp: stored.includes('whatsapp'),
    useFacebook: stored.includes('facebook'),
    useInstagram: stored.includes('instagram'),
    useCampaigns: stored.includes('campaigns'),
    useSchedules: stored.includes('schedules'),
    useInternalChat: stored.includes('internal_chat'),
    useExternalApi: stored.includes('external_api'),
    useKanban: stored.includes('kanban'),
    useOpenAi: stored.includes('open_ai'),
    useIntegration: stored.includes('integrations'),
  }
}

/** Flags that are absent stay as they are. */
export function withFlags(
  stored: readonly string[],
  change: { [Flag in keyof PlanFlags]?: boolean | undefined },
): string[] {
  const changed = new Set(stored)
  for (const [flag, feature] of features) {
    if (change[flag] === true) changed.add(feature)
    if (change[flag] === false) changed.delete(feature)
  }
  return [...changed]
}
