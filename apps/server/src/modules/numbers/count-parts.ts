import type { Ctx } from '#platform/context'
import { dayAfter } from '#platform/local-time'
import { type Clock, type Question, countLive } from './count.repository.ts'
import { definitions, isOfNow } from './definitions.ts'
import { type Period, lastOf } from './period.ts'
import { type Spans, grainOf, readRolled } from './read-rolled.repository.ts'
import type { Part } from './tally.ts'

/** With more changed days than this all days are counted live. */
const mostChanged = 40

/** Counts numbers: what was rolled up of days that are over, and the facts of today and of days that have changed. */
export async function countParts(ctx: Ctx, question: Question): Promise<Part[]> {
  const { clock, period, scope, by = 'none', meansOnly = false } = question
  const ofPeriods = question.names.filter((name) => !isOfNow(definitions[name]))
  const ofNow = question.names.filter((name) => isOfNow(definitions[name]))
  const grain = grainOf(scope, by)
  const rolled = grain && rolledPart(clock, period)
  if (!grain || !rolled) return countLive(ctx, question)
  const spans = spansOf(rolled, by === 'none' && grain === 'all' ? clock.months : [])
  const parts = await Promise.all([
    countLive(ctx, { ...question, names: ofNow }),
    readRolled(ctx, { names: ofPeriods, spans, scope, by, grain, meansOnly }),
    ...liveParts(period, rolled).map((live) => countLive(ctx, { ...question, names: ofPeriods, period: live })),
  ])
  return parts.flat()
}

interface Rolled {
  period: Period
  /** Days of it that have changed, in order. */
  except: string[]
}

function rolledPart({ rolled_until, changed }: Clock, period: Period): Rolled | undefined {
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

/** The months that lie within the period whole and have not changed, and the days between them. */
function spansOf({ period: { from, to }, except }: Rolled, months: readonly string[]): Spans {
  const whole = months.filter((month) => {
    const last = lastOf(month.slice(0, 7))
    return from <= month && last <= to && !except.some((day) => month <= day && day <= last)
  })
  const taken = [
    ...whole.map((month) => ({ from: month, to: lastOf(month.slice(0, 7)) })),
    ...except.map((day) => ({ from: day, to: day })),
  ].toSorted((one, other) => (one.from < other.from ? -1 : 1))
  const days: Period[] = []
  let next = from
  for (const span of taken) {
    if (next < span.from) days.push({ from: next, to: dayAfter(span.from, -1) })
    next = dayAfter(span.to, 1)
  }
  if (next <= to) days.push({ from: next, to })
  return { months: whole, days }
}
