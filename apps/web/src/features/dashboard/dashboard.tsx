import type { DashboardNumbers, NumberDefinition, NumberName } from '@guiche/contract'
import { Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useShownTab } from '../../ui/use-shown-tab.ts'
import { AttendantsTable } from './attendants-table.tsx'
import { Cards } from './cards.tsx'
import { RankedChart, ShareChart, TotalChart } from './charts/index.ts'
import { type DashboardTab, type OpenedNumber, type Query, dashboardTabs } from './dashboard-choice.ts'
import styles from './dashboard.module.css'
import { netPromoterScore } from './net-promoters.ts'
import { TopAttendant } from './top-attendant.tsx'

interface Props {
  tab: DashboardTab
  onTab: (tab: DashboardTab) => void
  query: Query
  /** Others are being fetched. */
  isBusy: boolean
  numbers: DashboardNumbers
  definitions: readonly NumberDefinition[]
  onOpen: (number: OpenedNumber) => void
}

const counters = [
  'pendingNow',
  'openNow',
  'finished',
  'closed',
  'leads',
  'serviceTime',
  'waitTime',
] as const satisfies readonly NumberName[]
const details = [
  'waitingNow',
  'finishedByPeople',
  'finishedByBots',
  'finishedUnanswered',
  'pickupTime',
  'waitServiceTime',
  'firstWaitTime',
  'unansweredWaits',
] as const satisfies readonly NumberName[]
const grades = ['great', 'good', 'bad'] as const satisfies readonly NumberName[]
const groups = ['promoters', 'passives', 'detractors'] as const satisfies readonly NumberName[]
const answers = ['score', 'rated', 'unrated', 'ratingNow', ...groups] as const satisfies readonly NumberName[]
const colours = ['g-chart-1', 'g-chart-3', 'g-chart-5']

export function Dashboard({ tab, onTab, query, isBusy, numbers: data, definitions, onOpen }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const tabs = useShownTab(tab)
  const { numbers, period, before } = data
  const started = definitions.find(({ name }) => name === 'started')
  const shown = { numbers, definitions }
  const open = (name: NumberName) => onOpen({ name })
  const score = numbers.find(({ name }) => name === 'score')?.now.value
  const promoters = netPromoterScore(numbers, 'now')

  const ratings = (
    <ShareChart
      {...shown}
      title={t('dashboard.ratings.title')}
      names={grades}
      colours={colours}
      centre={score === null || score === undefined ? '–' : format.number(Math.round(score * 10) / 10)}
      emptyText={t('dashboard.ratings.empty')}
      onOpen={open}
    />
  )
  const attendants = <AttendantsTable query={query} onOpen={onOpen} />
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      className={styles.dashboard ?? ''}
      data-busy={isBusy}
      onChange={(next) => onTab(dashboardTabs.find((one) => one === next) ?? 'indicators')}
    >
      <Tabs.List ref={tabs} px={24}>
        {dashboardTabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`dashboard.tabs.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="indicators">
        <Cards {...shown} withDueDate label={t('dashboard.counters')} names={counters} onOpen={open} />
        <div className={styles.grid}>
          {started && (
            <TotalChart
              definition={started}
              query={query}
              period={period}
              before={before}
              onOpen={(narrow) => onOpen({ name: 'started', ...narrow })}
            />
          )}
          <div>
            {ratings}
            <TopAttendant query={query} onOpen={onOpen} />
          </div>
          {attendants}
          <div>
            {started && (
              <RankedChart
                definition={started}
                by="queue"
                query={query}
                before={before}
                onOpen={(narrow) => onOpen({ name: 'started', ...narrow })}
              />
            )}
          </div>
        </div>
        <Cards {...shown} label={t('dashboard.details')} names={details} onOpen={open} />
      </Tabs.Panel>
      <Tabs.Panel value="nps">
        <Cards {...shown} label={t('dashboard.ratings.title')} names={answers} onOpen={open} />
        <div className={styles.halves}>
          <ShareChart
            {...shown}
            title={t('dashboard.ratings.nps')}
            names={groups}
            colours={colours}
            centre={promoters === undefined ? '–' : format.number(promoters)}
            emptyText={t('dashboard.ratings.noNps')}
            onOpen={open}
          />
          {ratings}
        </div>
      </Tabs.Panel>
      <Tabs.Panel value="attendants">
        <div className={styles.grid}>
          {attendants}
          <div>
            <TopAttendant query={query} onOpen={onOpen} />
            {started && (
              <RankedChart
                definition={started}
                by="user"
                query={query}
                before={before}
                onOpen={(narrow) => onOpen({ name: 'started', ...narrow })}
              />
            )}
          </div>
        </div>
      </Tabs.Panel>
    </Tabs>
  )
}
