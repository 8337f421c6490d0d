import type { Probe } from './probe.ts'

/** One line of the results. `baseline` is the same work without the product, in the same run. */
export interface Row {
  what: string
  ours: string
  baseline?: string
  wanted: string
  holds: boolean
}

/** A row with the speed of the machine while it was measured. */
export interface MeasuredRow extends Row {
  probe: Probe
}

/** If the machine was slower than the run's median by this factor, a row that missed its target says so. */
const slower = 1.5

export function table<R extends Row>(rows: readonly R[], verdictOf: (row: R) => string = plainVerdict): string {
  const lines = rows.map((row) => {
    const { what, ours, baseline = '', wanted } = row
    return `| ${what} | ${ours} | ${baseline} | ${wanted} | ${verdictOf(row)} |`
  })
  return ['| what | ours | baseline | wanted | holds |', '|---|---|---|---|---|', ...lines].join('\n')
}

const plainVerdict = ({ holds }: Row): string => (holds ? 'yes' : '**no**')

/** A slow machine does not turn a "no" into a "yes"; the verdict only says how much slower it was. */
export function verdictIn(run: readonly MeasuredRow[]): (row: MeasuredRow) => string {
  const cpu = median(run.map(({ probe }) => probe.cpu))
  const commit = median(run.map(({ probe }) => probe.commit))
  return (row) => {
    if (row.holds) return 'yes'
    const causes = [
      ...(row.probe.cpu > slower * cpu ? [`arithmetic took ×${(row.probe.cpu / cpu).toFixed(1)}`] : []),
      ...(row.probe.commit > slower * commit ? [`a bare commit took ×${(row.probe.commit / commit).toFixed(1)}`] : []),
    ]
    return causes.length === 0 ? '**no**' : `**no**; the machine was slower: ${causes.join(', ')}`
  }
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`

export function percentile(samples: number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
export const median = (samples: number[]): number => percentile(samples, 0.5)
