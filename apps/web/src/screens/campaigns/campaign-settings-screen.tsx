import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { campaignSettings, useLiveCampaignSettings } from '../../features/campaigns/campaign-settings.api.ts'
import { CampaignSettingsForm } from '../../features/campaigns/settings/index.ts'
import { OptOutWords } from '../../features/opt-outs/opt-out-words.tsx'
import { causeOf } from '../../lib/api-error.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { Page } from '../../ui/page/page.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { TableSkeletons } from '../../ui/states/skeletons.tsx'

export function CampaignSettingsScreen() {
  const { t } = useTranslation()
  const title = t('campaigns.settings.title')
  useTitle(title)
  useLiveCampaignSettings()
  return (
    <Page title={title}>
      <Content />
    </Page>
  )
}

function Content() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(campaignSettings)
  if (data)
    return (
      <>
        <CampaignSettingsForm kept={data} />
        <OptOutWords />
      </>
    )
  if (error) return <Failure cause={causeOf(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
  return <TableSkeletons rows={4} label={t('ui.loading')} />
}
