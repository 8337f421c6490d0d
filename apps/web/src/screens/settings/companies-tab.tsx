import { useQuery } from '@tanstack/react-query'
import { CompanyList } from '../../features/companies/company-list.tsx'
import { planChoices, useLivePlans } from '../../features/plans/plans.api.ts'

export function CompaniesTab() {
  useLivePlans()
  const { data: plans = [] } = useQuery(planChoices)
  return <CompanyList plans={plans} />
}
