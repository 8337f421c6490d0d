import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { planChoice } from './announcements.api.ts'

interface Props {
  value: string[]
  onChange: (planIds: string[]) => void
}

/** None chosen means all. A plan that was deleted since stays, because without it the announcement would be for all. */
export function PlanField({ value, onChange }: Props) {
  const { t } = useTranslation()
  const { data: plans } = useQuery(planChoice)
  const names = new Map(plans?.map(({ id, name }) => [String(id), name]))
  const unknown = plans ? t('announcements.deletedPlan') : t('ui.loading')
  return (
    <MultiSelect
      size="sm"
      searchable
      clearable
      label={t('announcements.plans')}
      description={t('announcements.plansHint')}
      placeholder={value.length === 0 ? t('announcements.allPlans') : ''}
      nothingFoundMessage={t('ui.nothingFound')}
      data={[...new Set([...names.keys(), ...value])].map((id) => ({ value: id, label: names.get(id) ?? unknown }))}
      value={value}
      onChange={onChange}
    />
  )
}
