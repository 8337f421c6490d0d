import {
  type DashboardNumbers,
  type DashboardSeries,
  type NumberName,
  type SeriesBy,
  numberNames,
} from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { countParts } from './count-parts.ts'
import type { Clock } from './count.repository.ts'
import { definitions, isOfNow } from './definitions.ts'
import { type Named, readNames } from './names.repository.ts'
import { type Period, daysOf, periodBefore } from './period.ts'
import type { Scope } from './scope.ts'
import { type Part, type Tally, addPart, emptyTally, valueOf } from './tally.ts'

export interface Asked {
  clock: Clock
  period: Period
  scope: Scope
  /** Nobody asks for medians, which take longer. */
  meansOnly?: boolean
}

export type Tallies = ReadonlyMap<NumberName, Tally>

/** The numbers of a period. Those that have no rows are empty, not missing. */
export async function tallyNumbers(ctx: Ctx, names: readonly NumberName[], asked: Asked): Promise<Tallies> {
  const tallies = new Map(names.map((name) => [name, emptyTally()]))
  for (const part of await countParts(ctx, { names, ...asked })) addTo(tallies, part.name, part)
  return tallies
}

function addTo<K>(tallies: Map<K, Tally>, key: K, part: Part): void {
  const tally = tallies.get(key) ?? emptyTally()
  addPart(tally, part)
  tallies.set(key, tally)
}

export async function readNumbers(ctx: Ctx, asked: Asked): Promise<DashboardNumbers> {
  const { clock, period } = asked
  const before = periodBefore(period, clock.today)
  const ofPeriods = numberNames.filter((name) => !isOfNow(definitions[name]))
  const [tallies, earlier] = await Promise.all([
    tallyNumbers(ctx, numberNames, asked),
    tallyNumbers(ctx, ofPeriods, { ...asked, period: before }),
  ])
  return {
    timezone: clock.timezone,
    period,
    before,
    numbers: numberNames.map((name) => {
      const { unit } = definitions[name]
      const past = earlier.get(name)
      return { name, now: valueOf(tallies.get(name) ?? emptyTally(), unit), before: past ? valueOf(past, unit) : null }
    }),
  }
}

/** One number by day, hour, queue, attendant or connection. */
export async function tallySeries(
  ctx: Ctx,
  name: NumberName,
  by: SeriesBy | 'none',
  asked: Asked,
): Promise<Map<string, Tally>> {
  const tallies = new Map<string, Tally>()
  for (const part of await countParts(ctx, { names: [name], by, ...asked })) addTo(tallies, part.key, part)
  return tallies
}

const hours = Array.from({ length: 24 }, (_, hour) => String(hour))

/** In order: days and hours as they pass, the others by how many rows they have. */
export async function readSeries(ctx: Ctx, name: NumberName, by: SeriesBy, asked: Asked): Promise<DashboardSeries> {
  const { unit } = definitions[name]
  if (isOfNow(definitions[name]) && (by === 'day' || by === 'hour')) return { by, rows: [] }
  const tallies = await tallySeries(ctx, name, by, asked)
  if (by === 'day' || by === 'hour') {
    const keys = by === 'day' ? daysOf(asked.period, asked.clock.today) : hours
    const plain = { name: null, color: null, isArchived: false }
    return { by, rows: keys.map((key) => ({ key, ...plain, ...valueOf(tallies.get(key) ?? emptyTally(), unit) })) }
  }
  const names = await readNames(ctx, by)
  const known = new Map(names.map((one) => [String(one.id), one]))
  const rows = [...tallies].map(([key, tally]) => ({ key, ...labelOf(known.get(key)), ...valueOf(tally, unit) }))
  return { by, rows: rows.toSorted((one, other) => other.count - one.count || Number(one.key) - Number(other.key)) }
}

const labelOf = (named: Named | undefined) => ({
  name: named?.name ?? null,
  color: named?.color ?? null,
  isArchived: named?.is_archived ?? false,
})
