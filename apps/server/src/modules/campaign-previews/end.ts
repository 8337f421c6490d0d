import type { CampaignEnd, CampaignPace } from '@guiche/contract'

/** In seconds: what sending itself takes. */
const sending = { text: 0.5, file: 1.5 }
/** In bytes per second. A file goes to the network once per connection. */
const uploadSpeed = 1_048_576

interface Connection {
  id: number
  name: string
  /** In ms: when it may send its first message. */
  from: number
  isHeld: boolean
}

interface Planned {
  /** In ms. */
  startsAt: number
  people: number
  hasQuestion: boolean
  connections: readonly Connection[]
  pace: CampaignPace
  /** In ms. No pause is shorter. */
  leastPause: number
  file: { bytes: number; isApart: boolean } | null
}

/** When the last message goes out, if each connection sends to one person after another and none fails. */
export function estimateEnd(planned: Planned): CampaignEnd | null {
  const { startsAt, people, hasQuestion, connections, leastPause } = planned
  if (connections.length === 0) return null
  // The file comes after the answer.
  const file = hasQuestion ? null : planned.file
  const pause = Math.max(meanPause(planned.pace), leastPause / 1000)
  const perPerson = Math.max(pause, file ? sending.file + (file.isApart ? sending.text : 0) : sending.text)
  const upload = file ? file.bytes / uploadSpeed : 0
  const starts = connections.map(({ from }) => Math.max(startsAt, from) + upload * 1000)
  const end = endOf(starts, people, perPerson * 1000)
  const shares = sharesOf(starts, { end, people, perPerson: perPerson * 1000 })
  return {
    startsAt: new Date(startsAt).toISOString(),
    // After the last message there is no pause.
    endsAt: new Date(people === 0 ? startsAt : Math.max(Math.min(...starts), end - perPerson * 1000)).toISOString(),
    perPerson,
    pause,
    connections: connections.map(({ id, name, from, isHeld }, nth) => ({
      id,
      name,
      people: shares[nth] ?? 0,
      startsAt: new Date(Math.max(startsAt, from)).toISOString(),
      isHeld,
    })),
    hasQuestion,
  }
}

/** In seconds. ±30 % of a pause are 0 on average. */
export function meanPause({ messageInterval, longerIntervalAfter: after, greaterInterval }: CampaignPace): number {
  if (after === 0) return messageInterval
  return ((after - 1) * messageInterval + Math.max(messageInterval, greaterInterval)) / after
}

/** All connections work until the same moment; those that begin after it have nobody left. */
function endOf(starts: readonly number[], people: number, perPerson: number): number {
  const sorted = starts.toSorted((a, b) => a - b)
  let sum = 0
  for (const [nth, start] of sorted.entries()) {
    sum += start
    const end = (sum + people * perPerson) / (nth + 1)
    if (end <= (sorted[nth + 1] ?? Infinity)) return end
  }
  return sorted.at(-1) ?? 0
}

/** How many people each connection gets; together they are all. */
function sharesOf(
  starts: readonly number[],
  { end, people, perPerson }: { end: number; people: number; perPerson: number },
): number[] {
  let exact = 0
  let given = 0
  return starts.map((start) => {
    exact += Math.max(0, end - start) / perPerson
    const share = Math.min(people, Math.round(exact)) - given
    given += share
    return share
  })
}
