/** One line of the results. `floor`: the same work by one hand-written statement each, in the same run. */
export interface Row {
  what: string
  ours: string
  floor?: string
  wanted: string
  holds: boolean | 'not measured'
}

export function table(rows: Row[]): string {
  const lines = rows.map(
    ({ what, ours, floor = '', wanted, holds }) =>
      `| ${what} | ${ours} | ${floor} | ${wanted} | ${holds === true ? 'yes' : holds === false ? '**no**' : holds} |`,
  )
  return ['| what | ours | floor | wanted | holds |', '|---|---|---|---|---|', ...lines].join('\n')
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`

export function percentile(samples: number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
export const median = (samples: number[]): number => percentile(samples, 0.5)
