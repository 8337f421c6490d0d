import type { CampaignEnd, CampaignPace } from '@guiche/contract'
import type { Forecast } from '#modules/sending-guard'
import { type Worker, forecastWork } from './work.ts'

/** In seconds: what sending itself takes. */
const sending = { text: 0.5, file: 1.5 }
/** In bytes per second. A file goes to the network once per connection. */
const uploadSpeed = 1_048_576

interface Connection extends Forecast {
  id: number
  name: string
}

interface Planned {
  /** In ms. */
  startsAt: number
  people: number
  /** How many of them. */
  strangers: number
  hasQuestion: boolean
  connections: readonly Connection[]
  pace: CampaignPace
  /** In ms. No pause is shorter. */
  leastPause: number
  /** `apart`: how many files come after the text; otherwise one goes with it. */
  files: { bytes: number; apart: number } | null
}

/**
 * When the last message goes out, if each connection sends to one person after another, in the hours and within the budgets of
 * its number, and none fails.
 */
export function estimateEnd(planned: Planned): CampaignEnd | null {
  const { startsAt, people, strangers, hasQuestion, connections, leastPause } = planned
  if (connections.length === 0) return null
  // Files come after the answer.
  const files = hasQuestion ? null : planned.files
  const pause = Math.max(meanPause(planned.pace), leastPause / 1000)
  const perPerson = Math.max(pause, secondsFor(files))
  const upload = files ? files.bytes / uploadSpeed : 0
  const { endsAt, sent, limits } = forecastWork({
    startsAt,
    strangers,
    known: people - strangers,
    perPerson: perPerson * 1000,
    workers: connections.map((connection) => workerOf(connection, upload * 1000)),
  })
  const shares = wholeShares(sent)
  return {
    startsAt: new Date(startsAt).toISOString(),
    endsAt: endsAt === null ? null : new Date(Math.round(endsAt)).toISOString(),
    unknown: endsAt === null ? whyUnknown(connections) : null,
    limitedBy: limits.size === 2 ? 'both' : ([...limits][0] ?? null),
    perPerson,
    pause,
    connections: connections.map(({ id, name, days, isLimited, isPaused }, nth) => {
      const opens = days.flatMap(({ windows }) => windows)[0]?.from
      return {
        id,
        name,
        people: shares[nth] ?? 0,
        startsAt: opens === undefined ? null : new Date(Math.max(startsAt, opens)).toISOString(),
        isHeld: isLimited,
        isPaused,
      }
    }),
    hasQuestion,
  }
}

/** In seconds: what sending to one person takes. */
function secondsFor(files: Planned['files']): number {
  if (!files) return sending.text
  return files.apart === 0 ? sending.file : sending.text + files.apart * sending.file
}

const whyUnknown = (connections: readonly Connection[]) =>
  connections.some(({ isPaused }) => isPaused) ? 'paused' : 'tooLong'

/** In seconds. ±30 % of a pause are 0 on average. */
export function meanPause({ messageInterval, longerIntervalAfter: after, greaterInterval }: CampaignPace): number {
  if (after === 0) return messageInterval
  return ((after - 1) * messageInterval + Math.max(messageInterval, greaterInterval)) / after
}

/** It sends its first message after the upload. `upload`: in ms. */
function workerOf({ days, isLimited }: Forecast, upload: number): Worker {
  const stretches = days.flatMap(({ windows, strangers, known }) => {
    // All windows of a day use the same budgets.
    const budget = { strangers, known }
    return windows.map(({ from, until }) => ({ opens: from, from, until, budget }))
  })
  const [first] = stretches
  if (first) first.from += upload
  return { stretches, startsHeld: isLimited, sent: 0 }
}

/** How many people each connection gets, without parts of people; together they are all. */
function wholeShares(sent: readonly number[]): number[] {
  let exact = 0
  let given = 0
  return sent.map((share) => {
    exact += share
    const whole = Math.round(exact) - given
    given += whole
    return whole
  })
}
