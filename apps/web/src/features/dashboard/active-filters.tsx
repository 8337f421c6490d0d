import { useTranslation } from 'react-i18next'
import { FilterChip } from '../../ui/marks/filter-chip.tsx'
import { type Counting, type DashboardPicks, columnOf, countSet, narrowings } from './dashboard-choice.ts'
import styles from './dashboard.module.css'
import { useFilterOptions } from './use-filter-options.ts'

interface Props {
  counting: Counting
  picks: DashboardPicks
  onChange: (change: Partial<Counting>) => void
}

/** Says what all numbers of the screen are narrowed to, and what they count besides. */
export function ActiveFilters({ counting, picks, onChange }: Props) {
  const { t } = useTranslation()
  const optionsOf = useFilterOptions(picks)
  if (countSet(counting) === 0) return null
  const chosen = narrowings.flatMap((name) =>
    counting[name].map((id) => ({
      key: `${name} ${id}`,
      // Those that are archived are not among the options; an address may still name them.
      text: `${t(`dashboard.list.${columnOf[name]}`)}: ${optionsOf(name).find((one) => one.id === id)?.name ?? id}`,
      remove: () => onChange({ [name]: counting[name].filter((other) => other !== id) }),
    })),
  )
  const added = (['groups', 'imports'] as const)
    .filter((name) => counting[name])
    .map((name) => ({ key: name, text: t(`dashboard.with.${name}`), remove: () => onChange({ [name]: false }) }))
  return (
    <div className={styles.active} role="group" aria-label={t('dashboard.active')}>
      {[...chosen, ...added].map(({ key, text, remove }) => (
        <FilterChip key={key} text={text} removeText={t('dashboard.remove', { name: text })} onRemove={remove} />
      ))}
    </div>
  )
}
