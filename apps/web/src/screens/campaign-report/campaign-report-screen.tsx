import type { CampaignPeopleFilter, CampaignReport } from '@guiche/contract'
import { ActionIcon, Button, Menu, ScrollArea } from '@mantine/core'
import {
  IconArrowLeft,
  IconChartAreaLine,
  IconDownload,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CampaignDetails } from '../../features/campaign-report/details.tsx'
import { CampaignFigures } from '../../features/campaign-report/figures.tsx'
import { CampaignPeople } from '../../features/campaign-report/people.tsx'
import { CampaignProgress } from '../../features/campaign-report/campaign-progress.tsx'
import {
  type ExportKind,
  campaignReport,
  exportedPeople,
  useLiveCampaignReport,
  useRepeatForFailed,
  useRestartCampaign,
  useStopCampaign,
} from '../../features/campaign-report/campaign-report.api.ts'
import styles from '../../features/campaign-report/campaign-report.module.css'
import { HoldNotice, PauseItems } from '../../features/campaigns/holds/index.ts'
import { Interruptions } from '../../features/campaign-report/interruptions.tsx'
import { ConnectionOutcomes, VariantOutcomes } from '../../features/campaign-report/outcomes.tsx'
import { Reasons } from '../../features/campaign-report/reasons.tsx'
import { ReportSkeleton } from '../../features/campaign-report/report-skeleton.tsx'
import { Spending } from '../../features/campaign-report/spending.tsx'
import { TimeChart } from '../../features/campaign-report/time-chart.tsx'
import { ResumeNumbers } from '../../features/sending-guard/resume-numbers.tsx'
import { ApiError, causeOf } from '../../lib/api-error.ts'
import { saveFile } from '../../lib/browser/save-file.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { Page } from '../../ui/page/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'

/** What a campaign has reached, and whom. */
export function CampaignReportScreen() {
  const { campaignId = '' } = useParams({ strict: false })
  return <CampaignReportPage key={campaignId} id={Number(campaignId)} />
}

function CampaignReportPage({ id }: { id: number }) {
  const { t } = useTranslation()
  const { data, error, isPending, isFetching, refetch } = useQuery(campaignReport(id))
  const title = data ? t('campaign-report.titleOf', { name: data.campaign.name }) : t('campaign-report.title')
  useTitle(title)
  useLiveCampaignReport(id)
  const [filter, setFilter] = useState<CampaignPeopleFilter>({ searchParam: '' })

  if (error instanceof ApiError && error.status === 404) return <NoSuchCampaign />
  return (
    <Page back={<BackLink />} title={title} tools={data && <Tools report={data} filter={filter} />}>
      {isPending && <ReportSkeleton label={t('ui.loading')} />}
      {error && !data && <Failure cause={causeOf(error)} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {data && <Report report={data} filter={filter} onFilter={setFilter} />}
    </Page>
  )
}

interface ReportProps {
  report: CampaignReport
  filter: CampaignPeopleFilter
  onFilter: (filter: CampaignPeopleFilter) => void
}

function Report({ report, filter, onFilter }: ReportProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { campaign, counts, pace, answers, interruptions, startedAt } = report
  const repeat = useRepeatForFailed(campaign.id)

  function repeatForFailed() {
    repeat.mutate(undefined, {
      onSuccess: ({ id, name }) => {
        toast.success(t('campaign-report.repeated', { name }))
        void navigate({ to: '/campaign/$campaignId/report', params: { campaignId: String(id) } })
      },
    })
  }

  if (startedAt === null) return <NotStarted report={report} />
  return (
    <>
      <CampaignProgress report={report} />
      <HoldNotice campaign={campaign} resumeOf={(ids) => <ResumeNumbers ids={ids} />} />
      <CampaignFigures report={report} />
      <div className={styles.body}>
        <div>
          <TimeChart
            title={t('campaign-report.pace')}
            of={campaign.name}
            unit={t('campaign-report.messages')}
            series={pace}
            interruptions={interruptions}
            emptyText={t('campaign-report.nothingSent')}
          />
          <Interruptions interruptions={interruptions} />
          <TimeChart
            title={t('campaign-report.answers')}
            of={campaign.name}
            unit={t('campaign-report.answersUnit')}
            series={answers}
            emptyText={t('campaign-report.nobodyAnswered')}
            tone="second"
          />
          <VariantOutcomes report={report} />
          <ConnectionOutcomes report={report} />
        </div>
        <div className={styles.side}>
          <CampaignDetails report={report} />
          <Spending spending={report.spending} />
          <Reasons report={report} isRepeating={repeat.isPending} onRepeat={repeatForFailed} />
        </div>
      </div>
      <CampaignPeople campaignId={campaign.id} counts={counts} filter={filter} onFilter={onFilter} />
    </>
  )
}

/** Nobody was written to, so there is nothing to draw. */
function NotStarted({ report }: { report: CampaignReport }) {
  const { t } = useTranslation()
  return (
    <>
      <CampaignProgress report={report} />
      <CampaignDetails report={report} />
      <EmptyState icon={<IconChartAreaLine size={32} stroke={1.3} aria-hidden />} title={t('campaign-report.empty')}>
        {t('campaign-report.emptyText')}
      </EmptyState>
    </>
  )
}

function Tools({ report: { campaign, startedAt }, filter }: { report: CampaignReport; filter: CampaignPeopleFilter }) {
  const { t } = useTranslation()
  const stop = useStopCampaign(campaign.id)
  const restart = useRestartCampaign(campaign.id)
  const save = useMutation({
    mutationFn: (kind: ExportKind) => exportedPeople(campaign.id, kind, filter),
    onSuccess: (file, kind) => saveFile(file, `${campaign.name}.${kind}`),
  })
  return (
    <>
      {startedAt !== null && (
        <Menu>
          <Menu.Target>
            <Button size="xs" variant="default" leftSection={<IconDownload size={16} />} loading={save.isPending}>
              {t('campaign-report.export')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => save.mutate('xlsx')}>{t('campaign-report.exportWorkbook')}</Menu.Item>
            <Menu.Item onClick={() => save.mutate('csv')}>{t('campaign-report.exportCsv')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {campaign.status === 'EM_ANDAMENTO' && (
        <Menu>
          <Menu.Target>
            <Button size="xs" variant="default" leftSection={<IconPlayerPause size={16} />}>
              {t('campaigns.pausing.pauses')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <ScrollArea.Autosize mah={300} type="auto" scrollbarSize={6}>
              <PauseItems campaign={campaign} />
            </ScrollArea.Autosize>
          </Menu.Dropdown>
        </Menu>
      )}
      {campaign.status === 'EM_ANDAMENTO' && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlayerStop size={16} />}
          loading={stop.isPending}
          onClick={() => stop.mutate()}
        >
          {t('campaign-report.stop')}
        </Button>
      )}
      {campaign.status === 'CANCELADA' && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlayerPlay size={16} />}
          loading={restart.isPending}
          onClick={() => restart.mutate()}
        >
          {t('campaign-report.restart')}
        </Button>
      )}
    </>
  )
}

/** To the list, however the person came here. */
function BackLink() {
  const { t } = useTranslation()
  return (
    <ActionIcon component={Link} to="/campaigns" size={32} aria-label={t('campaign-report.back')}>
      <IconArrowLeft size={20} stroke={1.7} />
    </ActionIcon>
  )
}

function NoSuchCampaign() {
  const { t } = useTranslation()
  return (
    <EmptyState
      isPage
      icon={<IconChartAreaLine size={32} stroke={1.3} aria-hidden />}
      title={t('campaign-report.gone')}
    >
      {t('campaign-report.goneText')}
    </EmptyState>
  )
}
