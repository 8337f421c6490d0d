import { type NumberName, type NumberUnit, type NumberValue, isMean } from '@guiche/contract'

/** The less of these, the better. */
const lessIsBetter: ReadonlySet<NumberName> = new Set([
  'serviceTime',
  'pickupTime',
  'waitTime',
  'waitServiceTime',
  'firstWaitTime',
  'unansweredWaits',
  'finishedUnanswered',
  'unrated',
  'bad',
  'detractors',
])

export interface Change {
  /** Of counts a share of what it was before; of means the difference. */
  by: number
  kind: 'share' | 'difference'
  tone: 'good' | 'bad' | 'same'
}

/** From the period before. Undefined: there is nothing to compare with. */
export function changeOf(
  name: NumberName,
  unit: NumberUnit,
  { now, before }: { now: NumberValue; before: NumberValue | null },
): Change | undefined {
  if (!before || now.value === null || before.value === null) return undefined
  const difference = now.value - before.value
  if (!isMean(unit) && before.value === 0) return undefined
  const isBetter = lessIsBetter.has(name) ? difference < 0 : difference > 0
  const tone = difference === 0 ? 'same' : isBetter ? 'good' : 'bad'
  return isMean(unit)
    ? { by: difference, kind: 'difference', tone }
    : { by: difference / before.value, kind: 'share', tone }
}
