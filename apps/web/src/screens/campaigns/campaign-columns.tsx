import type { ListedCampaign } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { ReachedBar } from '../../features/campaigns/reached-bar.tsx'
import { useAudienceText } from '../../features/campaigns/use-audience-text.ts'
import { HoldLines } from '../../features/campaigns/holds/index.ts'
import { CampaignState } from '../../features/campaigns/campaign-state.tsx'
import { useFormat } from '../../lib/format.ts'
import type { Column } from '../../ui/list-page/list-page.tsx'
import styles from './campaign-columns.module.css'

export function useCampaignColumns(): Column<ListedCampaign>[] {
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
          <ReachedBar campaign={campaign} />
          <HoldLines campaign={campaign} />
        </>
      ),
    },
    {
      key: 'contactList',
      title: t('campaigns.audience.title'),
      cell: (campaign) => (
        <>
          <span className={`cut-lines ${isForNobody(campaign) ? styles.quiet : ''}`}>{audienceText(campaign)}</span>
          <AudienceSize campaign={campaign} />
        </>
      ),
    },
    {
      key: 'scheduledAt',
      title: t('campaigns.scheduledAt'),
      cell: ({ scheduledAt }) =>
        scheduledAt ? (
          format.dateTime(scheduledAt)
        ) : (
          <span className={styles.quiet}>{t('campaigns.none.scheduledAt')}</span>
        ),
    },
    {
      key: 'completedAt',
      title: t('campaigns.completedAt'),
      cell: ({ completedAt }) =>
        completedAt ? (
          format.dateTime(completedAt)
        ) : (
          <span className={styles.quiet}>{t('campaigns.none.completedAt')}</span>
        ),
    },
    {
      key: 'confirmation',
      title: t('campaigns.confirmation'),
      isExtra: true,
      cell: ({ confirmation }) => t(`campaigns.confirmations.${confirmation ? 'enabled' : 'disabled'}`),
    },
  ]
}

const isForNobody = ({ contactListId, tagListId, audience, audienceName }: ListedCampaign) =>
  contactListId === null && tagListId === 'Nenhuma' && audience === null && audienceName === ''

/** Before the start the size of the list. Who of it is valid is known when the people are fixed. */
function AudienceSize({ campaign: { counts, contactList } }: { campaign: ListedCampaign }) {
  const { t } = useTranslation()
  if (counts.total > 0) return <small>{t('campaigns.validContacts', { count: counts.valid })}</small>
  if (contactList === null || contactList.contactsCount === 0) return null
  return <small>{t('campaigns.listedContacts', { count: contactList.contactsCount })}</small>
}
