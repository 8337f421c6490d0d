import type { CampaignView } from '@guiche/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { HoldLines } from '../../features/campaigns/holds/index.ts'
import { CampaignState } from '../../features/campaigns/campaign-state.tsx'
import { tagChoices } from '../../features/tags/tags.api.ts'
import { useFormat } from '../../lib/format.ts'
import type { Column } from '../../ui/list-page/list-page.tsx'

export function useCampaignColumns(): Column<CampaignView>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const tags = useQuery(tagChoices).data ?? []
  const peopleOf = ({ contactList, tagListId }: CampaignView) => {
    const tag = tags.find(({ id }) => id === tagListId)
    if (tag) return t('campaigns.withTag', { name: tag.name })
    return contactList?.name || t('campaigns.none.contactList')
  }
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
      title: t('campaigns.contactList'),
      cell: (campaign) => <span className="cut-lines">{peopleOf(campaign)}</span>,
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
