import { useTranslation } from 'react-i18next'
import { writtenDay } from '../../../../lib/format.ts'
import { FilterChip } from '../../../../ui/marks/filter-chip.tsx'
import { type ListView, countFilters, noFilters } from '../list-view.ts'
import styles from './list-filters.module.css'

interface Props {
  view: ListView
  onChange: (change: Partial<ListView>) => void
}

/** Says what narrows the list while the filters are closed, each with a button that ends it. */
export function ActiveFilters({ view, onChange }: Props) {
  const { t } = useTranslation()
  const others = countFilters({ ...view, date: '' })
  return (
    <div className={styles.active} role="group" aria-label={t('tickets.filters.label')}>
      {view.date !== '' && (
        <Chip
          text={t('tickets.filters.openedOn', { day: writtenDay(view.date) })}
          onClear={() => onChange({ date: '' })}
        />
      )}
      {others > 0 && (
        <Chip
          text={t('tickets.filters.active', { count: others })}
          onClear={() => onChange({ ...noFilters, date: view.date })}
        />
      )}
    </div>
  )
}

function Chip({ text, onClear }: { text: string; onClear: () => void }) {
  const { t } = useTranslation()
  return <FilterChip text={text} removeText={t('tickets.filters.remove', { name: text })} onRemove={onClear} />
}
