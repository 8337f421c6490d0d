import type { CompanyFilter, CompanySort } from '@guiche/contract'

/** `data`: what the company is and pays. `use`: what it uses, and whether it works. */
export const companyViews = ['data', 'use'] as const
export type CompanyViewName = (typeof companyViews)[number]

/** Which companies are listed, and how. */
export interface CompanyChoice {
  filter?: CompanyFilter | undefined
  /** YYYY-MM, of filters by month; undefined: this month. */
  month?: string | undefined
  sort?: CompanySort | undefined
  view?: CompanyViewName | undefined
}

export const isByMonth = (filter: CompanyFilter | undefined): boolean =>
  filter === 'new' || filter === 'gone' || filter === 'paid'

/** The last twelve months (YYYY-MM), that of this day first. */
export function lastMonths(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: 12 }, (_, back) => new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7))
}
