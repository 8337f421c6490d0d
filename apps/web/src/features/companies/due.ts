import { type ListedCompany, dueSoonDays, limits, neverDue } from '@guiche/contract'
import { daysLeft } from '../../lib/session.ts'
import type { RowTone } from '../../ui/list-page/list-cards.tsx'

/** The operator's own company is neither renewed nor deleted. */
export const isPlatform = ({ id }: Pick<ListedCompany, 'id'>): boolean => id === 1

/** Days until the due date, in the company's time zone; Infinity if it has none. */
export const daysUntilDue = ({ id, dueDate, timezone }: ListedCompany): number =>
  daysLeft({ company: { id, timezone, dueDate: dueDate ?? neverDue } })

/** 1 to 5 days before it is due, and from the day on (docs/requirements/back-office.md, section 4). */
export function toneOf(company: ListedCompany): RowTone | undefined {
  if (company.closedAt) return undefined
  const days = daysUntilDue(company)
  if (days <= 0) return 'bad'
  return days <= dueSoonDays ? 'warn' : undefined
}

export const erasedAt = (closedAt: string): number => Date.parse(closedAt) + limits.daysUntilErased * 86_400_000
