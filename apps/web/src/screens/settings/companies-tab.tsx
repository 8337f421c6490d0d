import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CompanyChoice } from '../../features/companies/company-choice.ts'
import { CompanyList } from '../../features/companies/company-list.tsx'
import { planChoices, useLivePlans } from '../../features/plans/plans.api.ts'

export function CompaniesTab() {
  useLivePlans()
  const { data: plans = [] } = useQuery(planChoices)
  const [choice, setChoice] = useState<CompanyChoice>({})
  return <CompanyList plans={plans} choice={choice} onChoose={setChoice} />
}
