import type { Ctx } from '#platform/context'
import { dayAfter } from '#platform/local-time'
import { type Question, countLive } from './count.repository.ts'
import { definitions, isOfNow } from './definitions.ts'
import type { Period } from './period.ts'
import { grainOf, readRolled } from './rollups.repository.ts'
import type { Part } from './tally.ts'

/** With more changed days than this all days are counted live. */
const mostChanged = 40

/** Counts numbers: what was rolled up of days that are over, and the facts of today and of days that have changed. */
export async function countParts(ctx: Ctx, question: Question): Promise<Part[]> {
  const { clock, period, scope, by = 'none' } = question
  const ofPeriods = question.names.filter((name) => !isOfNow(definitions[name]))
  const ofNow = question.names.filter((name) => isOfNow(definitions[name]))
  const grain = grainOf(scope, by)
  const rolled = grain && rolledPart(question)
  if (!grain || !rolled) return countLive(ctx, question)
  const { except } = rolled
  const parts = await Promise.all([
    countLive(ctx, { ...question, names: ofNow }),
    readRolled(ctx, { names: ofPeriods, period: rolled.period, except, scope, by, grain }),
    ...liveParts(period, rolled).map((live) => countLive(ctx, { ...question, names: ofPeriods, period: live, clock })),
  ])
  return parts.flat()
}

interface Rolled {
  period: Period
  /** Days of it that have changed. */
  except: string[]
}

function rolledPart({
  clock: { rolled_until, changed },
  period,
}: Pick<Question, 'clock' | 'period'>): Rolled | undefined {
  if (rolled_until === null || rolled_until <= period.from) return undefined
  const last = dayAfter(rolled_until, -1)
  const to = period.to < last ? period.to : last
  const except = changed.filter((day) => period.from <= day && day <= to)
  return except.length > mostChanged ? undefined : { period: { from: period.from, to }, except }
}

const liveParts = (period: Period, { period: { to }, except }: Rolled): Period[] => [
  ...except.map((day) => ({ from: day, to: day })),
  ...(to < period.to ? [{ from: dayAfter(to, 1), to: period.to }] : []),
]
