import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CompanyList } from '../../features/companies/company-list.tsx'
import { planChoices, useLivePlans } from '../../features/plans/plans.api.ts'
import { useTitle } from '../../lib/browser/title.ts'

export function CompaniesScreen() {
  const { t } = useTranslation()
  useTitle(t('companies.title'))
  useLivePlans()
  const { data: plans = [] } = useQuery(planChoices)
  return <CompanyList isPage plans={plans} />
}
