import type { CampaignView } from '@guiche/contract'
import { useTranslation } from 'react-i18next'

type Named = Pick<CampaignView, 'tagListId' | 'audience' | 'audienceName'>

/** Who a campaign is for, in a few words. */
export function useAudienceText(): (campaign: Named) => string {
  const { t } = useTranslation()
  return ({ tagListId, audience, audienceName: name }) => {
    if (typeof tagListId === 'number') return t('campaigns.withTag', { name })
    if (audience === null) return name || t('campaigns.none.contactList')
    if (audience.kind === 'answers')
      return t(`campaigns.audience.of.${audience.hasAnswered ? 'answered' : 'silent'}`, { name })
    if (audience.searchParam !== '') return t('campaigns.audience.of.found', { text: audience.searchParam })
    return name ? t('campaigns.audience.of.tags', { names: name }) : t('campaigns.audience.of.contacts')
  }
}
