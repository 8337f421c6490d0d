const kinds = ['strangers', 'known'] as const
type Counts = Record<(typeof kinds)[number], number>

/** A time in which a number may send. In ms. */
interface Stretch {
  opens: number
  /** When it sends its first message. */
  from: number
  until: number
  /** What is left of it goes down while the number sends. */
  budget: Counts
}

export interface Worker {
  stretches: Stretch[]
  /** What it waits for at first is not the end of quiet hours. */
  startsHeld: boolean
  sent: number
}

interface Work extends Counts {
  startsAt: number
  /** In ms, from one person to the next. */
  perPerson: number
  workers: readonly Worker[]
}

interface Done {
  /** When the last message goes out. Null: there are people left when all stretches are over. */
  endsAt: number | null
  /** By worker. Parts of people, because all send evenly. */
  sent: number[]
  /** What let a worker wait while people were left. */
  limits: Set<'hours' | 'budgets'>
}

/** Fewer people are nobody. */
const nobody = 1e-6

/**
 * All workers take from the same people until nobody is left. Goes from one moment to the next at which something changes: a
 * stretch begins or ends, a budget or one kind of people is used up. Between them each worker sends evenly.
 */
export function forecastWork({ startsAt, strangers, known, perPerson, workers }: Work): Done {
  const left: Counts = { strangers, known }
  const limits: Done['limits'] = new Set()
  let now = startsAt
  let isSending = false
  let sendsSince = startsAt
  while (kinds.some((kind) => left[kind] > nobody)) {
    const { shifts, changesAt } = shiftsAt(now, { workers, left, limits })
    if (shifts.length === 0 && changesAt === Infinity) return { endsAt: null, sent: sentBy(workers), limits }
    if (shifts.length > 0 && !isSending) sendsSince = now
    isSending = shifts.length > 0
    const lasts = send(shifts, { left, perPerson, most: changesAt - now })
    now = lasts === undefined ? changesAt : now + lasts
  }
  // After the last message there is no pause.
  return { endsAt: Math.max(sendsSince, now - perPerson), sent: sentBy(workers), limits }
}

const sentBy = (workers: readonly Worker[]) => workers.map(({ sent }) => sent)

/** A worker that can send now, and to whom. */
interface Shift {
  worker: Worker
  budget: Counts
  to: (keyof Counts)[]
}

interface State {
  workers: readonly Worker[]
  left: Counts
  limits: Done['limits']
}

/** Who sends now, and when a stretch begins or ends next. */
function shiftsAt(now: number, { workers, left, limits }: State): { shifts: Shift[]; changesAt: number } {
  let changesAt = Infinity
  const shifts: Shift[] = []
  const wanted = kinds.filter((kind) => left[kind] > nobody)
  for (const worker of workers) {
    const { stretches } = worker
    while (stretches[0] && stretches[0].until <= Math.max(now, stretches[0].from)) {
      stretches.shift()
      worker.startsHeld = false
    }
    const [stretch] = stretches
    if (!stretch) continue
    if (stretch.from > now) {
      if (stretch.opens > now && !worker.startsHeld) limits.add('hours')
      changesAt = Math.min(changesAt, stretch.from)
      continue
    }
    changesAt = Math.min(changesAt, stretch.until)
    const to = wanted.filter((kind) => stretch.budget[kind] > nobody)
    if (to.length < wanted.length) limits.add('budgets')
    if (to.length > 0) shifts.push({ worker, budget: stretch.budget, to })
  }
  return { shifts, changesAt }
}

interface Sending {
  left: Counts
  perPerson: number
  /** In ms. */
  most: number
}

/** Sends until somebody has nobody left or no budget. Returns how long that took, in ms. Undefined: as long as it may. */
function send(shifts: readonly Shift[], { left, perPerson, most }: Sending): number | undefined {
  const speeds = shifts.map(({ to }) => {
    const all = to.reduce((sum, kind) => sum + left[kind], 0)
    const speed = (kind: keyof Counts) => (to.includes(kind) ? left[kind] / all / perPerson : 0)
    return { strangers: speed('strangers'), known: speed('known') }
  })
  let lasts = most
  for (const kind of kinds) {
    const speed = speeds.reduce((sum, one) => sum + one[kind], 0)
    if (speed === 0) continue
    lasts = Math.min(lasts, left[kind] / speed)
    for (const [nth, { budget }] of shifts.entries()) {
      const own = speeds[nth]?.[kind] ?? 0
      if (own > 0) lasts = Math.min(lasts, budget[kind] / own)
    }
  }
  for (const [nth, { worker, budget }] of shifts.entries())
    for (const kind of kinds) {
      const count = (speeds[nth]?.[kind] ?? 0) * lasts
      worker.sent += count
      budget[kind] -= count
      left[kind] -= count
    }
  return lasts === most ? undefined : lasts
}
