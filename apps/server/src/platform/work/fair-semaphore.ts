import { busy } from '../errors.ts'

/** Shares a few places among many keys, such as companies, so that none takes them from all others. */
export interface FairSemaphore {
  /** Waits for a place. What it answers gives the place back. Nothing to be had in time, or too many in line: ERR_BUSY (503). */
  acquire(key: number): Promise<() => void>
}

interface Rules {
  places: number
  /** Of one key while no other waits; the rest stays free for whoever comes. */
  most: number
  /** Of one key while another waits. */
  share: number
  /** Of one key; the next one is refused at once. */
  inLine: number
  /** In ms. */
  patience: number
}

interface Waiting {
  enter: () => void
}

export function createFairSemaphore({ places, most, share, inLine, patience }: Rules): FairSemaphore {
  const held = new Map<number, number>()
  /** In the order in which the keys were served last. */
  const lines = new Map<number, Waiting[]>()
  let free = places
  return { acquire }

  async function acquire(key: number): Promise<() => void> {
    if (!lines.has(key) && mayEnter(key)) enter(key)
    else await wait(key)
    let isHeld = true
    return () => {
      if (isHeld) leave(key)
      isHeld = false
    }
  }

  function mayEnter(key: number): boolean {
    const doOthersWait = lines.size > (lines.has(key) ? 1 : 0)
    return free > 0 && heldBy(key) < (doOthersWait ? share : most)
  }

  function enter(key: number) {
    free -= 1
    held.set(key, heldBy(key) + 1)
  }

  function leave(key: number) {
    free += 1
    if (heldBy(key) === 1) held.delete(key)
    else held.set(key, heldBy(key) - 1)
    for (let next = nextKey(); next !== undefined; next = nextKey()) serve(next)
  }

  /** Who holds fewest goes first; of several, who has waited longest. */
  function nextKey(): number | undefined {
    const [first] = [...lines.keys()].filter(mayEnter).toSorted((one, other) => heldBy(one) - heldBy(other))
    return first
  }

  function serve(key: number) {
    const waiting = lines.get(key)?.[0]
    if (!waiting) return
    remove(key, waiting)
    enter(key)
    waiting.enter()
  }

  function wait(key: number): Promise<void> {
    const line = lines.get(key) ?? []
    if (line.length >= inLine) throw busy()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        remove(key, waiting)
        reject(busy())
      }, patience)
      const waiting: Waiting = {
        enter: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      line.push(waiting)
      lines.set(key, line)
    })
  }

  function remove(key: number, waiting: Waiting) {
    const rest = (lines.get(key) ?? []).filter((one) => one !== waiting)
    lines.delete(key)
    if (rest.length > 0) lines.set(key, rest)
  }

  function heldBy(key: number): number {
    return held.get(key) ?? 0
  }
}
