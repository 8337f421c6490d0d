import type { Probe } from './probe.ts'

/** One line of the results. `floor`: the same work without the product, in the same run. */
export interface Row {
  what: string
  ours: string
  floor?: string
  wanted: string
  holds: boolean
}

/** A row with what the machine could do while it was measured. */
export interface MeasuredRow extends Row {
  probe: Probe
}

/** From how many times the middle of the run on a slower machine is named beside a row that fell short. */
const slower = 1.5

export function table<R extends Row>(rows: readonly R[], verdictOf: (row: R) => string = plainVerdict): string {
  const lines = rows.map((row) => {
    const { what, ours, floor = '', wanted } = row
    return `| ${what} | ${ours} | ${floor} | ${wanted} | ${verdictOf(row)} |`
  })
  return ['| what | ours | floor | wanted | holds |', '|---|---|---|---|---|', ...lines].join('\n')
}

const plainVerdict = ({ holds }: Row): string => (holds ? 'yes' : '**no**')

/** A row that fell short stays so; when the machine was slower than in the rest of the run, it says by how much. */
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
