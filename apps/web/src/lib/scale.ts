/** The axis of a chart: its largest value, and the values of its lines from 0 on. */
export interface Scale {
  most: number
  lines: number[]
}

const intervals = 4

/** A round axis that holds these values, in four equal steps. Nothing below 0 is drawn. `isWhole`: there are no halves. */
export function scaleOf(values: readonly number[], { isWhole = false }: { isWhole?: boolean } = {}): Scale {
  const largest = Math.max(0, ...values)
  const step = largest > 0 ? roundUp(largest / intervals, isWhole) : 1
  const lines = Array.from({ length: intervals + 1 }, (_, nth) => nth * step)
  return { most: intervals * step, lines }
}

/** To 1, 2, 2.5 or 5 times a power of ten. */
function roundUp(value: number, isWhole: boolean): number {
  const power = Math.max(10 ** Math.floor(Math.log10(value)), isWhole ? 1 : 0)
  const factors = [1, 2, 2.5, 5, 10].filter((factor) => !isWhole || Number.isInteger(factor * power))
  return (factors.find((factor) => factor * power >= value) ?? 10) * power
}
