import { Button } from '@mantine/core'
import {
  IconCoffee,
  IconInbox,
  IconMessagePlus,
  IconSearch,
  IconSitemapOff,
  IconSquareCheck,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { isAdmin, useMe } from '../../../lib/session.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { colleagues } from '../../../lib/cache/colleagues.ts'
import { type ListView, countFilters, noFilters } from './list-view.ts'
import { useTicketActions } from '../ticket-actions.ts'
import type { ListName } from '../ticket-lists.ts'
import { useViewer } from '../use-viewer.ts'

const icons = { open: IconInbox, pending: IconCoffee, group: IconUsers, closed: IconSquareCheck, search: IconSearch }

/** What stands in place of a list that has no tickets yet, such as the first steps of a new company. */
export const InsteadOfEmptyList = createContext<ReactNode>(undefined)

interface Props {
  view: ListView
  list: ListName
  /** How many customers nobody serves. */
  waiting: number | undefined
  onChange: (change: Partial<ListView>) => void
}

export function EmptyList({ view, list, waiting = 0, onChange }: Props) {
  const { t } = useTranslation()
  const me = useMe()
  const { seesAllTickets } = useViewer()
  const instead = useContext(InsteadOfEmptyList)
  const Icon = icons[list]
  const isFiltered = countFilters(view) > 0 || view.queues.length > 0
  const isDesk = !isFiltered && list !== 'search' && list !== 'closed'
  if (isDesk && instead) return instead
  if (isDesk && me.queues.length === 0 && !seesAllTickets) return <Queueless />

  return (
    <EmptyState
      icon={<Icon size={32} stroke={1.3} />}
      title={t(`tickets.empty.${list}.title`)}
      actions={
        isFiltered ? (
          <Button variant="default" size="xs" onClick={() => onChange({ ...noFilters, queues: [] })}>
            {t('tickets.empty.showEverything')}
          </Button>
        ) : (
          list === 'open' && <FirstStep waiting={waiting} onShowWaiting={() => onChange({ tab: 'pending' })} />
        )
      }
    >
      {isFiltered ? t('tickets.empty.filtered') : t(`tickets.empty.${list}.text`)}
    </EmptyState>
  )
}

/** As many names as one remembers. */
const mostNames = 3

/** Why nothing arrives, and who can change it. */
function Queueless() {
  const { t, i18n } = useTranslation()
  const { data = [] } = useQuery(colleagues)
  const admins = data.filter(isAdmin).map(({ name }) => name)
  const names = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(admins.slice(0, mostNames))
  return (
    <EmptyState icon={<IconSitemapOff size={32} stroke={1.3} />} title={t('tickets.empty.queueless.title')}>
      {names ? t('tickets.empty.queueless.textNames', { names }) : t('tickets.empty.queueless.text')}
    </EmptyState>
  )
}

function FirstStep({ waiting, onShowWaiting }: { waiting: number; onShowWaiting: () => void }) {
  const { t } = useTranslation()
  const { create } = useTicketActions()
  if (waiting > 0)
    return (
      <Button size="xs" color="green" leftSection={<IconCoffee size={16} />} onClick={onShowWaiting}>
        {t('tickets.empty.open.waiting', { count: waiting })}
      </Button>
    )
  return (
    <Button variant="default" size="xs" leftSection={<IconMessagePlus size={16} />} onClick={create}>
      {t('tickets.action.create')}
    </Button>
  )
}
