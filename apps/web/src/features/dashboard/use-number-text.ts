import type { NumberUnit } from '@guiche/contract'
import { useFormat } from '../../lib/format.ts'
import { useHours } from '../../ui/text/hours.ts'

/** A value as it is shown everywhere: in card, table, chart and export. */
export function useNumberText(): (value: number | null, unit: NumberUnit) => string {
  const format = useFormat()
  const hours = useHours()
  return (value, unit) => {
    if (value === null) return '–'
    if (unit === 'seconds') return hours(value)
    return format.number(unit === 'stars' ? Math.round(value * 10) / 10 : value)
  }
}
