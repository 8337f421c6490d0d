import { Button, MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DateField } from '../../../../ui/fields/date-field.tsx'
import styles from './list-filters.module.css'
import { type ListView, countFilters, noFilters } from '../list-view.ts'

interface Named {
  id: number
  name: string
}

interface Props {
  view: ListView
  onChange: (change: Partial<ListView>) => void
  tags: Named[]
  connections: Named[]
  /** For admins only. */
  users: Named[] | undefined
}

const statuses = ['open', 'closed', 'nps', 'pending', 'lgpd', 'group'] as const

export function ListFilters({ view, onChange, tags, connections, users }: Props) {
  const { t } = useTranslation()
  const count = countFilters(view)

  return (
    <div className={styles.filters} role="group" aria-label={t('tickets.filters.label')}>
      <Select
        label={t('tickets.filters.tags')}
        any={t('tickets.filters.anyTag')}
        {...ofIds(tags, view.tags, (chosen) => onChange({ tags: chosen }))}
      />
      <Select
        label={t('tickets.filters.connections')}
        any={t('tickets.filters.anyConnection')}
        {...ofIds(connections, view.connections, (chosen) => onChange({ connections: chosen }))}
      />
      <Select
        label={t('tickets.filters.statuses')}
        any={t('tickets.filters.any')}
        data={statuses.map((status) => ({ value: status, label: t(`tickets.status.${status}`) }))}
        value={view.statuses}
        onChange={(chosen) => onChange({ statuses: statuses.filter((status) => chosen.includes(status)) })}
      />
      <DateField
        size="xs"
        label={t('tickets.filters.date')}
        value={view.date || null}
        onChange={(day) => onChange({ date: day ?? '' })}
        clearable
      />
      {users && (
        <Select
          label={t('tickets.filters.users')}
          any={t('tickets.filters.any')}
          {...ofIds(users, view.users, (chosen) => onChange({ users: chosen }))}
        />
      )}
      <div className={styles.foot}>
        <span>{t('tickets.filters.active', { count })}</span>
        {count > 0 && (
          <Button size="compact-xs" variant="subtle" onClick={() => onChange(noFilters)}>
            {t('tickets.filters.clear')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** `any`: the text for an empty selection. */
function Select({ any, ...props }: MultiSelectProps & { any: string }) {
  const { t } = useTranslation()
  const isEmpty = !props.value?.length
  return (
    <MultiSelect
      size="xs"
      searchable
      hidePickedOptions
      maxDropdownHeight={240}
      nothingFoundMessage={t('tickets.filters.nothing')}
      placeholder={isEmpty ? any : ''}
      {...props}
    />
  )
}

function ofIds(named: Named[], value: number[], onChange: (value: number[]) => void) {
  return {
    data: named.map(({ id, name }) => ({ value: String(id), label: name })),
    value: value.map(String),
    onChange: (chosen: string[]) => onChange(chosen.map(Number)),
  }
}
