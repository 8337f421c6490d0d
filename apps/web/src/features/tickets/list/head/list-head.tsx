import { ActionIcon, Button, Tooltip } from '@mantine/core'
import {
  IconAdjustmentsHorizontal,
  IconInbox,
  IconMessagePlus,
  IconSearch,
  IconSquareCheck,
  IconUsers,
  type IconProps,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '../../../../ui/list-page/search-field.tsx'
import styles from './list-head.module.css'
import { useTicketActions } from '../../ticket-actions.ts'
import { isSortable } from '../../ticket-lists.ts'
import { useWithKeys } from '../../use-with-keys.ts'
import { type ListView, countFilters, noFilters, noSearch, shownList } from '../list-view.ts'
import { ListMenu } from './list-menu.tsx'
import { type Choice, QueueSelect } from './queue-select.tsx'
import { SortMenu } from './sort-menu.tsx'

interface Props {
  view: ListView
  onChange: (change: Partial<ListView>) => void
  queues: Choice[]
  isAdmin: boolean
  filtersOpen: boolean
  onToggleFilters: () => void
  onSearch: () => void
}

export function ListHead({ view, onChange, queues, isAdmin, filtersOpen, onToggleFilters, onSearch }: Props) {
  const { t } = useTranslation()
  const withKeys = useWithKeys()
  const { create } = useTicketActions()
  const list = shownList(view)
  const filters = countFilters(view)

  return (
    <div className={styles.head}>
      <div className={styles.row}>
        <h2>{t('tickets.title')}</h2>
        {isAdmin && list !== 'closed' && (
          <Tooltip label={t('tickets.showAllHint')}>
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              aria-label={t('tickets.showAll')}
              aria-pressed={view.all}
              className={styles.all ?? ''}
              onClick={() => onChange({ all: !view.all })}
            >
              <span className={styles.word}>{t('tickets.showAll')}</span>
              <IconUsers size={18} stroke={1.7} aria-hidden />
            </Button>
          </Tooltip>
        )}
        <div className={styles.views} role="group" aria-label={t('tickets.view.label')}>
          <View
            label={t('tickets.view.open')}
            icon={IconInbox}
            isPressed={list !== 'closed' && list !== 'search'}
            onClick={() => onChange({ ...noSearch, ...noFilters })}
          />
          <View
            label={t('tickets.view.closed')}
            icon={IconSquareCheck}
            isPressed={list === 'closed'}
            onClick={() => onChange({ ...noSearch, view: 'closed', statuses: [] })}
          />
          <View label={t('tickets.view.search')} icon={IconSearch} isPressed={list === 'search'} onClick={onSearch} />
        </div>
        <Tooltip label={withKeys(t('tickets.action.create'), 'n')}>
          <ActionIcon size={28} variant="filled" color="green" aria-label={t('tickets.action.create')} onClick={create}>
            <IconMessagePlus size={17} stroke={1.8} />
          </ActionIcon>
        </Tooltip>
        <ListMenu isAdmin={isAdmin} />
      </div>
      <div className={styles.row}>
        <div className={styles.search}>
          <SearchField
            label={t('tickets.search')}
            value={view.q}
            onChange={(text) => onChange(text === '' ? noSearch : { q: text.toLocaleLowerCase() })}
          />
        </div>
        <QueueSelect queues={queues} value={view.queues} onChange={(chosen) => onChange({ queues: chosen })} />
        <SortMenu value={view.sort} isOff={!isSortable(list)} onChange={(sort) => onChange({ sort })} />
        <Tooltip label={t('tickets.filters.label')}>
          <ActionIcon
            size={30}
            variant={filtersOpen ? 'light' : 'default'}
            color={filtersOpen ? 'green' : 'gray'}
            aria-label={filters > 0 ? t('tickets.filters.active', { count: filters }) : t('tickets.filters.label')}
            aria-expanded={filtersOpen}
            data-active={filters > 0}
            className={styles.filter ?? ''}
            onClick={onToggleFilters}
          >
            <IconAdjustmentsHorizontal size={16} stroke={1.8} />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  )
}

interface ViewProps {
  label: string
  icon: ComponentType<IconProps>
  isPressed: boolean
  onClick: () => void
}

function View({ label, icon: Icon, isPressed, onClick }: ViewProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={28} aria-label={label} aria-pressed={isPressed} className={styles.view ?? ''} onClick={onClick}>
        <Icon size={18} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}
