import type { Ctx } from '#platform/context'
import type { CompanyDay, Holidays } from './holidays.ts'
import { findHolidays } from './holidays.repository.ts'
import { readSettings } from './read-settings.ts'

/** The holidays of the company, for `isWithinHours`. */
export async function readHolidays(ctx: Ctx): Promise<Holidays> {
  const { nationalHolidays } = await readSettings(ctx)
  const rows = await findHolidays(ctx)
  return {
    hasNational: nationalHolidays === 'enabled',
    opened: rows.flatMap(({ holiday }) => holiday ?? []),
    days: rows.flatMap(({ day, is_open, is_yearly }): CompanyDay[] =>
      day === null ? [] : [{ day, isOpen: is_open, isYearly: is_yearly }],
    ),
  }
}
