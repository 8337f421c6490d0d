import type { DashboardNumbers, NumberDefinition } from '@guiche/contract'
import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ActiveFilters } from '../../features/dashboard/active-filters.tsx'
import { CountFilter } from '../../features/dashboard/count-filter.tsx'
import { type DashboardChoice, monthOf, queryOf } from '../../features/dashboard/dashboard-choice.ts'
import { dashboardNumbers, useDefinitions, useLiveDashboard } from '../../features/dashboard/dashboard.api.ts'
import styles from '../../features/dashboard/dashboard.module.css'
import { Dashboard } from '../../features/dashboard/dashboard.tsx'
import { NumberListDialog } from '../../features/dashboard/number-list.tsx'
import { numbersSheet } from '../../features/dashboard/numbers-sheet.ts'
import { PeriodFilter } from '../../features/dashboard/period-filter.tsx'
import { useNumberText } from '../../features/dashboard/use-number-text.ts'
import { causeOf } from '../../lib/api-error.ts'
import { saveFile } from '../../lib/browser/save-file.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { useNow } from '../../lib/clock.ts'
import { useFormat } from '../../lib/format.ts'
import { Page } from '../../ui/page/page.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { usePicks } from '../tickets/use-picks.ts'
import { DashboardSearch, choiceOf, closedList, openedIn, searchOf, searchOfOpened } from './dashboard-search.ts'

/** The numbers of the company, for admins and who has the right. */
export function DashboardScreen() {
  const { t } = useTranslation()
  useTitle(t('dashboard.title'))
  useLiveDashboard()
  const format = useFormat()
  const navigate = useNavigate()
  const search = DashboardSearch.parse(useSearch({ strict: false }))
  const today = format.day(useNow())
  const choice = choiceOf(search, today)
  const query = queryOf(choice)
  const numbers = useQuery(dashboardNumbers(query))
  const definitions = useDefinitions()
  const opened = openedIn(search)
  const definition = definitions.data?.find(({ name }) => name === opened?.name)
  const failure = numbers.data ? definitions.error : (numbers.error ?? definitions.error)
  const apply = (applied: DashboardChoice) =>
    void navigate({ to: '/', search: { tab: search.tab, ...searchOf(applied) } })
  const filtering = {
    counting: choice,
    picks: usePicks(),
    onChange: (part: Partial<DashboardChoice>) => apply({ ...choice, ...part }),
  }
  const change = (part: DashboardSearch) => void navigate({ to: '/', search: { ...search, ...part }, replace: true })

  return (
    <Page
      title={t('dashboard.title')}
      tools={
        <>
          <PeriodFilter key={JSON.stringify(choice.period)} applied={choice} month={monthOf(today)} onApply={apply} />
          <CountFilter {...filtering} />
          {numbers.data && definitions.data && <ExportButton numbers={numbers.data} definitions={definitions.data} />}
        </>
      }
    >
      <ActiveFilters {...filtering} />
      {numbers.data && definitions.data ? (
        <Dashboard
          tab={search.tab ?? 'indicators'}
          onTab={(tab) => change({ tab })}
          query={query}
          isBusy={numbers.isPlaceholderData}
          numbers={numbers.data}
          definitions={definitions.data}
          onOpen={(number) => change({ ...closedList, ...searchOfOpened(number) })}
        />
      ) : failure ? (
        <Failure
          title={t('dashboard.failed')}
          cause={causeOf(failure)}
          onRetry={() => void Promise.all([numbers.refetch(), definitions.refetch()])}
        />
      ) : (
        <Loading />
      )}
      {opened && definition && (
        <NumberListDialog definition={definition} query={query} opened={opened} onClose={() => change(closedList)} />
      )}
    </Page>
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div className={styles.loading} role="status" aria-busy aria-label={t('ui.loading')}>
      <Skeleton height={96} />
      <Skeleton height={220} />
      <Skeleton height={220} />
    </div>
  )
}

interface ExportProps {
  numbers: DashboardNumbers
  definitions: readonly NumberDefinition[]
}

function ExportButton({ numbers: { numbers, period, before }, definitions }: ExportProps) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const text = useNumberText()
  const save = () =>
    saveFile(numbersSheet(t, { numbers, definitions, period, before, text }), `${t('dashboard.title')}.csv`)
  return isPhone ? (
    <ActionIcon size={30} variant="default" aria-label={t('dashboard.export')} onClick={save}>
      <IconFileExport size={17} stroke={1.7} />
    </ActionIcon>
  ) : (
    <Button size="xs" variant="default" leftSection={<IconFileExport size={16} />} onClick={save}>
      {t('dashboard.export')}
    </Button>
  )
}
