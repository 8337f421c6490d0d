import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { planChoices, useLivePlans } from '../../features/plans/plans.api.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { Companies } from './companies.tsx'
import { CompaniesSearch } from './companies-search.ts'

export function CompaniesScreen() {
  const { t } = useTranslation()
  useTitle(t('companies.title'))
  useLivePlans()
  const { data: plans = [] } = useQuery(planChoices)
  const navigate = useNavigate()
  const choice = CompaniesSearch.parse(useSearch({ strict: false }))
  return (
    <Companies
      isPage
      plans={plans}
      choice={choice}
      onChoose={(chosen) => void navigate({ to: '.', search: { ...chosen }, replace: true })}
    />
  )
}
