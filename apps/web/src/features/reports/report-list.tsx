import type { ReportRow } from '@guiche/contract'
import { Tabs } from '@mantine/core'
import { IconReportAnalytics } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../lib/api-error.ts'
import { ListContent, type ListState } from '../../ui/list-page/list-content.tsx'
import { useShownTab } from '../../ui/use-shown-tab.ts'
import { type ReportChoice, countSet, isPeriodWrong, reportTabs } from './report-choice.ts'
import { useReportColumns } from './report-columns.tsx'
import { ReportPages } from './report-pages.tsx'
import { reportPage } from './reports.api.ts'
import styles from './reports.module.css'

interface Props {
  choice: ReportChoice
  onChange: (change: Partial<ReportChoice>) => void
}

const nothing: ListState<ReportRow> = {
  rows: [],
  isLoading: false,
  failure: null,
  onRetry: () => undefined,
  canLoadMore: false,
  isLoadingMore: false,
  onMore: () => undefined,
}

/** The attendances of a period: tickets, groups, how long they took, and how customers rated them. */
export function ReportList({ choice, onChange }: Props) {
  const { t } = useTranslation()
  const report = useQuery(reportPage(choice))
  const columns = useReportColumns(choice.tab)
  const tabs = useShownTab(choice.tab)
  const isWrong = isPeriodWrong(choice)
  const total = Number(report.data?.totalTickets.total ?? 0)
  const list: ListState<ReportRow> = isWrong
    ? nothing
    : {
        ...nothing,
        rows: report.data?.tickets ?? [],
        isLoading: report.isPending,
        failure: report.error && causeOf(report.error),
        onRetry: () => void report.refetch(),
      }
  const isFiltered = countSet(choice) > 0

  return (
    <Tabs
      value={choice.tab}
      onChange={(next) => onChange({ tab: reportTabs.find((tab) => tab === next) ?? 'tickets' })}
      className={styles.report ?? ''}
    >
      <Tabs.List ref={tabs} px={24}>
        {reportTabs.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {t(`reports.tabs.${tab}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={choice.tab} className={styles.panel ?? ''} data-busy={report.isPlaceholderData}>
        <ListContent
          title={t(`reports.tabs.${choice.tab}`)}
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          rowName={({ contactName, ticketId }) => t('reports.rowName', { name: contactName, id: ticketId })}
          empty={{
            icon: <IconReportAnalytics size={32} stroke={1.3} />,
            title: t(isWrong ? 'reports.wrongPeriod' : isFiltered ? 'ui.nothingFound' : 'reports.empty'),
            text: isWrong ? t('errors.ERR_PERIOD_ORDER') : emptyText(),
          }}
        />
      </Tabs.Panel>
      {!isWrong && report.data && (
        <ReportPages
          page={choice.page}
          size={choice.size}
          total={total}
          hidden={report.data.hidden}
          onPage={(page) => onChange({ page })}
          onSize={(size) => onChange({ size, page: 1 })}
        />
      )}
    </Tabs>
  )

  function emptyText(): string {
    const hidden = report.data?.hidden ?? 0
    if (hidden > 0) return t('reports.onlyHidden')
    return t(isFiltered ? 'reports.emptyFiltered' : 'reports.emptyText')
  }
}
