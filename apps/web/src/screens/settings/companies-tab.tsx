import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CompanyChoice } from '../../features/companies/company-choice.ts'
import { planChoices, useLivePlans } from '../../features/plans/plans.api.ts'
import { Companies } from '../companies/companies.tsx'

export function CompaniesTab() {
  useLivePlans()
  const { data: plans = [] } = useQuery(planChoices)
  const [choice, setChoice] = useState<CompanyChoice>({})
  return <Companies plans={plans} choice={choice} onChoose={setChoice} />
}
