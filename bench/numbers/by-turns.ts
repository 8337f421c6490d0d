import type { Reply } from '../client.ts'

/** Before PostgreSQL keeps its plans, and the processes are warm. */
const unmeasured = 6
/** A call that takes so long, in ms, is made a few times only. */
const slow = 400
const few = 4

/** Makes the calls by turns, so that all of them meet the same machine. The times of each, in ms. */
export async function byTurns(rounds: number, calls: readonly (() => Promise<Reply>)[]): Promise<number[][]> {
  const times: number[][] = calls.map(() => [])
  for (let round = 0; round < unmeasured + rounds; round += 1)
    for (const [nth, call] of calls.entries()) {
      const known = times[nth] ?? []
      if (known.length >= few && known.every((time) => time > slow)) continue
      const begun = performance.now()
      const { status, text } = await call()
      const took = performance.now() - begun
      if (status >= 400) throw new Error(`answered ${status}: ${text.slice(0, 200)}`)
      known.push(took)
    }
  return times.map((known) => (known.length > few + unmeasured ? known.slice(unmeasured) : known.slice(1)))
}
