import type { NumberDefinition, NumberUnit } from '@guiche/contract'
import type { TFunction } from 'i18next'
import { csvFile } from '../../lib/browser/csv-file.ts'
import { writtenDay } from '../../lib/format.ts'
import type { Period } from './dashboard-choice.ts'
import type { Counted } from './number-card.tsx'

interface Sheet {
  numbers: readonly Counted[]
  definitions: readonly NumberDefinition[]
  period: Period
  before: Period
  text: (value: number | null, unit: NumberUnit) => string
}

/** All numbers of the period with what they mean, as the cards show them. */
export function numbersSheet(t: TFunction, { numbers, definitions, period, before, text }: Sheet): Blob {
  const days = ({ from, to }: Period) => t('dashboard.charts.span', { from: writtenDay(from), to: writtenDay(to) })
  const titles = [
    t('dashboard.sheet.number'),
    days(period),
    days(before),
    t('dashboard.sheet.median'),
    t('dashboard.sheet.p90'),
    t('dashboard.sheet.count'),
    t('dashboard.sheet.meaning'),
  ]
  const lines = definitions.flatMap(({ name, label, sentence, unit }) => {
    const counted = numbers.find((one) => one.name === name)
    if (!counted) return []
    const { now, before: past } = counted
    const part = (value: number | null) => (value === null ? '' : text(value, unit))
    return [
      [
        label,
        text(now.value, unit),
        past ? text(past.value, unit) : '',
        part(now.median),
        part(now.p90),
        String(now.count),
        sentence,
      ],
    ]
  })
  return csvFile([titles, ...lines])
}
