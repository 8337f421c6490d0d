import { Month, companyFilters, companySorts } from '@guiche/contract'
import { z } from 'zod'
import { companyViews } from '../../features/companies/company-choice.ts'

/** What the address says: which companies, and how they are shown. Anything else in it is ignored. */
export const CompaniesSearch = z.object({
  filter: z.enum(companyFilters).optional().catch(undefined),
  month: Month.optional().catch(undefined),
  sort: z.enum(companySorts).optional().catch(undefined),
  view: z.enum(companyViews).optional().catch(undefined),
})
