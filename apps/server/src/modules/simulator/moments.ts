import { type BotConfiguration, type BotQueue } from '#modules/bot'
import { isWithinHours, schedulesOf } from '#modules/settings'

export type Wanted = 'open' | 'closed'

const quarter = 15 * 60_000
/** The longest time between two such moments: a day a week that is a holiday. */
const furthest = 15 * 24 * 3_600_000

/**
 * Finds the next moment within the service hours that count, or outside of them. Undefined: there is none. The hours of
 * queues are those of the given one.
 */
export function momentsOf(
  { company, connection }: BotConfiguration,
  queue: BotQueue,
): (from: Date, wanted: Wanted) => Date | undefined {
  const { timeZone, holidays, settings } = company
  const schedules = schedulesOf(settings.scheduleType, {
    company: company.hours,
    connection: connection.hours,
    queue: queue.hours,
  })
  const missing = new Set<Wanted>()

  return (from, wanted) => {
    if (missing.has(wanted)) return undefined
    const isWanted = (at: Date) => isWithinHours(schedules, { at, timeZone, holidays }) === (wanted === 'open')
    if (isWanted(from)) return from
    const first = Math.ceil(from.getTime() / quarter) * quarter
    for (let time = first; schedules && time < first + furthest; time += quarter)
      if (isWanted(new Date(time))) return new Date(time)
    missing.add(wanted)
    return undefined
  }
}
