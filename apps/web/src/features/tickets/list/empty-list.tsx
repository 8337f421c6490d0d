import { Button } from '@mantine/core'
import { IconCoffee, IconInbox, IconMessagePlus, IconSearch, IconSquareCheck, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { type ListView, countFilters } from './list-view.ts'
import { useTicketActions } from '../ticket-actions.ts'
import type { ListName } from '../ticket-lists.ts'

const icons = { open: IconInbox, pending: IconCoffee, group: IconUsers, closed: IconSquareCheck, search: IconSearch }

export function EmptyList({ view, list }: { view: ListView; list: ListName }) {
  const { t } = useTranslation()
  const { create } = useTicketActions()
  const Icon = icons[list]
  const isFiltered = countFilters(view) > 0 || view.queues.length > 0
  const text = isFiltered ? 'filtered' : list
  return (
    <EmptyState
      icon={<Icon size={32} stroke={1.3} />}
      title={t(`tickets.empty.${list}.title`)}
      actions={
        list === 'open' &&
        !isFiltered && (
          <Button variant="default" size="xs" leftSection={<IconMessagePlus size={16} />} onClick={create}>
            {t('tickets.action.create')}
          </Button>
        )
      }
    >
      {isFiltered ? t('tickets.empty.filtered') : t(`tickets.empty.${text}.text`)}
    </EmptyState>
  )
}
