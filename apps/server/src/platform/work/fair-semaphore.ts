import { busy } from '../errors.ts'

/** Shares slots among keys, such as companies, so that no key takes them all. */
export interface FairSemaphore {
  /**
   * Waits for a slot and returns the function that releases it. Throws ERR_BUSY (503) if none is free in time or too
   * many wait.
   */
  acquire(key: number): Promise<() => void>
  /** Runs the work while it holds a slot. */
  run<T>(key: number, work: () => Promise<T>): Promise<T>
  /** How many requests wait. */
  waiting(): number
}

interface Rules {
  slots: number
  /** Per key, while no other key waits. The rest stays free for new keys. */
  maxPerKey: number
  /** Per key, while another key waits. */
  share: number
  /** Waiting requests per key; more are refused at once. */
  maxWaiting: number
  /** In ms. How long a request waits. */
  timeout: number
}

interface Waiting {
  enter: () => void
}

export function createFairSemaphore({ slots, maxPerKey, share, maxWaiting, timeout }: Rules): FairSemaphore {
  const held = new Map<number, number>()
  /** Waiting requests by key, in the order in which the keys were last served. */
  const queues = new Map<number, Waiting[]>()
  let free = slots
  return { acquire, run, waiting: () => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0) }

  async function acquire(key: number): Promise<() => void> {
    if (!queues.has(key) && mayEnter(key)) enter(key)
    else await wait(key)
    let isHeld = true
    return () => {
      if (isHeld) leave(key)
      isHeld = false
    }
  }

  async function run<T>(key: number, work: () => Promise<T>): Promise<T> {
    const release = await acquire(key)
    try {
      return await work()
    } finally {
      release()
    }
  }

  function mayEnter(key: number): boolean {
    const doOthersWait = queues.size > (queues.has(key) ? 1 : 0)
    return free > 0 && heldBy(key) < (doOthersWait ? share : maxPerKey)
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

  /** The key that holds the fewest slots; among equals the one that was served longest ago. */
  function nextKey(): number | undefined {
    const [first] = [...queues.keys()].filter(mayEnter).toSorted((one, other) => heldBy(one) - heldBy(other))
    return first
  }

  function serve(key: number) {
    const waiting = queues.get(key)?.[0]
    if (!waiting) return
    remove(key, waiting)
    enter(key)
    waiting.enter()
  }

  function wait(key: number): Promise<void> {
    const queue = queues.get(key) ?? []
    if (queue.length >= maxWaiting) throw busy()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        remove(key, waiting)
        reject(busy())
      }, timeout)
      const waiting: Waiting = {
        enter: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      queue.push(waiting)
      queues.set(key, queue)
    })
  }

  function remove(key: number, waiting: Waiting) {
    const rest = (queues.get(key) ?? []).filter((one) => one !== waiting)
    queues.delete(key)
    if (rest.length > 0) queues.set(key, rest)
  }

  function heldBy(key: number): number {
    return held.get(key) ?? 0
  }
}
