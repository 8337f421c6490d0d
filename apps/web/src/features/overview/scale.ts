/** The axis of a bar chart: its largest value, and the values of its lines from 0 on. */
export interface Scale {
  most: number
  lines: number[]
}

const intervals = 4

/** A round axis that holds these values, in four equal steps. Nothing below 0 is drawn. */
export function scaleOf(values: readonly number[]): Scale {
  const largest = Math.max(0, ...values)
  const step = largest > 0 ? roundUp(largest / intervals) : 1
  const lines = Array.from({ length: intervals + 1 }, (_, nth) => nth * step)
  return { most: intervals * step, lines }
}

/** To 1, 2, 2.5 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = [1, 2, 2.5, 5, 10].find((one) => one * power >= value) ?? 10
  return factor * power
}
