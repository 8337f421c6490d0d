import type { CampaignView } from '@guiche/contract'
import { Button, Menu, ScrollArea } from '@mantine/core'
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlus,
  IconReportAnalytics,
  IconSend,
} from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { campaignList, useDeleteCampaign, useLiveCampaigns } from '../../features/campaigns/campaigns.api.ts'
import { PauseItems } from '../../features/campaigns/holds/index.ts'
import { useCampaignActions } from '../../features/campaigns/use-campaign-actions.ts'
import { useLiveTags } from '../../features/tags/tags.api.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { listOf } from '../../lib/cache/list.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { useCampaignColumns } from './campaign-columns.tsx'
import { CampaignDialog } from './campaign-dialog.tsx'

/** Messages to many people. */
export function CampaignsScreen() {
  const { t } = useTranslation()
  useTitle(t('campaigns.title'))
  useLiveCampaigns()
  useLiveTags()
  const navigate = useNavigate()
  const [searchParam, setSearch] = useState('')
  const [edited, setEdited] = useState<CampaignView | 'new'>()
  const campaigns = useInfiniteQuery(campaignList(searchParam))
  const { cancel, restart } = useCampaignActions()
  const remove = useDeleteCampaign()

  const create = () => setEdited('new')
  useActions([{ keys: 'n', label: t('campaigns.add'), group: 'general', icon: IconPlus, run: create }])

  const add = (variant: 'filled' | 'default') => (
    <Button size="xs" variant={variant} leftSection={<IconPlus size={16} />} onClick={create}>
      {t('campaigns.add')}
    </Button>
  )

  return (
    <>
      <ListPage
        title={t('campaigns.title')}
        list={listOf(campaigns, (page) => page.records)}
        columns={useCampaignColumns()}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        search={{ label: t('campaigns.search'), value: searchParam, onChange: setSearch }}
        actions={add('filled')}
        empty={{
          icon: <IconSend size={32} stroke={1.3} />,
          title: t('campaigns.empty'),
          text: t('campaigns.emptyText'),
          actions: add('default'),
        }}
        onEdit={setEdited}
        onDelete={(campaign) => remove.mutateAsync(campaign)}
        deleteText={({ status }) =>
          t(status === 'EM_ANDAMENTO' ? 'campaigns.deleteRunningText' : 'campaigns.deleteText')
        }
        rowMenu={(campaign) => (
          <>
            {campaign.status === 'EM_ANDAMENTO' && <Pauses campaign={campaign} />}
            {campaign.status === 'EM_ANDAMENTO' && (
              <Menu.Item leftSection={<IconPlayerStop size={16} />} onClick={() => cancel(campaign)}>
                {t('campaigns.cancel')}
              </Menu.Item>
            )}
            {campaign.status === 'CANCELADA' && (
              <Menu.Item leftSection={<IconPlayerPlay size={16} />} onClick={() => restart(campaign)}>
                {t('campaigns.restart')}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconReportAnalytics size={16} />}
              onClick={() =>
                void navigate({ to: '/campaign/$campaignId/report', params: { campaignId: String(campaign.id) } })
              }
            >
              {t('campaigns.report')}
            </Menu.Item>
          </>
        )}
      />
      {edited && (
        <CampaignDialog campaign={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}

/** Of a campaign with several connections in a menu of their own. */
function Pauses({ campaign }: { campaign: CampaignView }) {
  const { t } = useTranslation()
  if (campaign.whatsapps.length === 1) return <PauseItems campaign={campaign} />
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconPlayerPause size={16} />}>{t('campaigns.pausing.pauses')}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <ScrollArea.Autosize mah={300} type="auto" scrollbarSize={6}>
          <PauseItems campaign={campaign} />
        </ScrollArea.Autosize>
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}
