import type { CampaignView } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useAudienceText } from '../../features/campaigns/use-audience-text.ts'
import { HoldLines } from '../../features/campaigns/holds/index.ts'
import { CampaignState } from '../../features/campaigns/campaign-state.tsx'
import { useFormat } from '../../lib/format.ts'
import type { Column } from '../../ui/list-page/list-page.tsx'

export function useCampaignColumns(): Column<CampaignView>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const audienceText = useAudienceText()
  return [
    {
      key: 'name',
      title: t('campaigns.name'),
      width: '24%',
      card: 'head',
      cell: ({ name, whatsapps }) => (
        <>
          <b>{name}</b>
          <small className="cut-lines">
            {whatsapps.map((connection) => connection.name).join(', ') || t('campaigns.none.connection')}
          </small>
        </>
      ),
    },
    {
      key: 'status',
      title: t('campaigns.status'),
      cell: (campaign) => (
        <>
          <CampaignState {...campaign} />
          <HoldLines campaign={campaign} />
        </>
      ),
    },
    {
      key: 'contactList',
      title: t('campaigns.audience.title'),
      cell: (campaign) => <span className="cut-lines">{audienceText(campaign)}</span>,
    },
    {
      key: 'scheduledAt',
      title: t('campaigns.scheduledAt'),
      cell: ({ scheduledAt }) => (scheduledAt ? format.dateTime(scheduledAt) : t('campaigns.none.scheduledAt')),
    },
    {
      key: 'completedAt',
      title: t('campaigns.completedAt'),
      cell: ({ completedAt }) => (completedAt ? format.dateTime(completedAt) : t('campaigns.none.completedAt')),
    },
    {
      key: 'confirmation',
      title: t('campaigns.confirmation'),
      isExtra: true,
      cell: ({ confirmation }) => t(`campaigns.confirmations.${confirmation ? 'enabled' : 'disabled'}`),
    },
  ]
}
