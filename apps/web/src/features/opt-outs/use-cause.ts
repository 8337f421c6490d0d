import type { OptOutEntry } from '@guiche/contract'
import { useTranslation } from 'react-i18next'

/** What an entry of the ledger came about by. */
export function useCause(): (entry: OptOutEntry) => string {
  const { t } = useTranslation()
  return ({ source, word, campaign, user, reason }) => {
    switch (source) {
      case 'word':
        return campaign ? t('opt-outs.by.answer', { word, campaign: campaign.name }) : t('opt-outs.by.word', { word })
      case 'attendant':
        return user ? t('opt-outs.by.user', { user: user.name, reason }) : t('opt-outs.by.somebody', { reason })
      case 'import':
        return t('opt-outs.by.import')
      case 'network':
        return t('opt-outs.by.network')
    }
  }
}
