import { randomUUID } from 'node:crypto'
import type { Others } from '#platform/live/live'
import type { Deps } from '#platform/deps'

declare module '#platform/live/live' {
  interface ProcessEvents {
    /**
     * The users who are online at a process. `asks`: the process has just started and wants the same from the others.
     */
    here: { process: string; keys: string[]; asks: boolean }
    left: { companyId: number; userId: number }
  }
}

interface TrackedUser {
  companyId: number
  userId: number
  sockets: number
  /** In ms by the clock of this process, like all times here. */
  lastSeen: number
  lastKept: number
  /** Whether colleagues were told that the user is online. */
  isAnnounced: boolean
}

/** Tells colleagues about changes, and stores when users were last seen. */
export type Announce = (companyId: number, changes: { turned: Map<number, boolean>; seen: number[] }) => Promise<void>

export interface Presence {
  connected: (companyId: number, userId: number) => void
  disconnected: (companyId: number, userId: number) => void
  /** The user made a call. */
  seen: (companyId: number, userId: number) => void
  /** The user logged out or was logged out, so they are offline at once. */
  left: (companyId: number, userId: number) => void
  isOnline: (companyId: number, userId: number) => boolean
  /** Calls the listener with users who have come, after that was announced. */
  onCame: (listener: (companyId: number, userIds: number[]) => void) => void
  start: (options: { announce: Announce; log: Deps['log']; others?: Others }) => void
  stop: () => Promise<void>
}

/**
 * In ms. A user stays online that long after the last sign of them: pages are reloaded and connections drop and come
 * back.
 */
const grace = 40_000
/** In ms. Changes are collected, so that a hundred users who come back at once are one query. */
const pause = 250
const keepEvery = 60_000
const sweepEvery = 5_000
/**
 * Each process sends its online users every `tellEvery` ms. After `silence` ms without that, its users count as
 * offline.
 */
const tellEvery = 10_000
const silence = 35_000

/** Who is online at this process or, as reported by the others, at theirs. */
export function createPresence(now: () => number = () => performance.now()): Presence {
  const tracked = new Map<string, TrackedUser>()
  const changed = new Set<TrackedUser>()
  let announce: Announce = () => Promise.resolve()
  let log: Deps['log'] | undefined
  let sweeper: NodeJS.Timeout | undefined
  let flusher: NodeJS.Timeout | undefined
  let flushing = Promise.resolve()
  const self = randomUUID()
  const elsewhere = new Map<string, { keys: Set<string>; until: number }>()
  let others: Others | undefined
  let teller: NodeJS.Timeout | undefined
  const cameListeners: ((companyId: number, userIds: number[]) => void)[] = []

  return {
    connected: (companyId, userId) => {
      const user = note(companyId, userId)
      user.sockets += 1
    },
    disconnected: (companyId, userId) => {
      const user = tracked.get(keyOf(companyId, userId))
      if (!user || user.sockets === 0) return
      user.sockets -= 1
      user.lastSeen = now()
    },
    seen: (companyId, userId) => void note(companyId, userId),
    left: (companyId, userId) => {
      leave(companyId, userId)
      others?.tell('left', { companyId, userId })
    },
    isOnline: (companyId, userId) => isOnline(keyOf(companyId, userId)),
    onCame: (listener) => void cameListeners.push(listener),
    start: (options) => {
      tracked.clear()
      announce = options.announce
      log = options.log
      sweeper = setInterval(sweep, sweepEvery).unref()
      if (options.others) exchange(options.others)
    },
    stop: async () => {
      others?.tell('here', { process: self, keys: [], asks: false })
      clearInterval(teller)
      clearInterval(sweeper)
      clearTimeout(flusher)
      flusher = undefined
      changed.clear()
      await flushing
    },
  }

  function note(companyId: number, userId: number): TrackedUser {
    const key = keyOf(companyId, userId)
    let user = tracked.get(key)
    if (!user)
      tracked.set(key, (user = { companyId, userId, sockets: 0, lastSeen: 0, lastKept: -Infinity, isAnnounced: false }))
    user.lastSeen = now()
    if (!user.isAnnounced || user.lastSeen - user.lastKept >= keepEvery) scheduleFlush(user)
    return user
  }

  function exchange(processes: Others) {
    others = processes
    others.hear('left', ({ companyId, userId }) => leave(companyId, userId))
    others.hear('here', ({ process, keys, asks }) => {
      elsewhere.set(process, { keys: new Set(keys), until: now() + silence })
      if (asks) tellHere()
    })
    tellHere({ asks: true })
    teller = setInterval(tellHere, tellEvery).unref()
  }

  function tellHere({ asks } = { asks: false }) {
    for (const [process, { until }] of elsewhere) if (until <= now()) elsewhere.delete(process)
    const keys = [...tracked].filter(([, user]) => isHere(user)).map(([key]) => key)
    others?.tell('here', { process: self, keys, asks })
  }

  function isElsewhere(key: string): boolean {
    return [...elsewhere.values()].some(({ keys, until }) => until > now() && keys.has(key))
  }

  function isOnline(key: string): boolean {
    return isHere(tracked.get(key)) || isElsewhere(key)
  }

  function leave(companyId: number, userId: number) {
    const key = keyOf(companyId, userId)
    for (const { keys } of elsewhere.values()) keys.delete(key)
    const user = tracked.get(key)
    if (!user) return
    Object.assign(user, { sockets: 0, lastSeen: -Infinity })
    scheduleFlush(user)
  }

  function isHere(user: TrackedUser | undefined): boolean {
    return user !== undefined && (user.sockets > 0 || now() - user.lastSeen < grace)
  }

  function scheduleFlush(user: TrackedUser) {
    changed.add(user)
    flusher ??= setTimeout(() => {
      flusher = undefined
      flushing = flushing
        .then(flush)
        .catch((err) => log?.warn({ event: 'presence.not-published', err }, 'could not publish who is online'))
    }, pause).unref()
  }

  async function flush() {
    const perCompany = Map.groupBy(changed, (user) => user.companyId)
    changed.clear()
    for (const [companyId, some] of perCompany) {
      const turned = some.filter((user) => user.isAnnounced !== isHere(user))
      const seen = some.filter((user) => isHere(user) && now() - user.lastKept >= keepEvery)
      for (const user of turned) user.isAnnounced = !user.isAnnounced
      for (const user of seen) user.lastKept = now()
      if (turned.length > 0) tellHere()
      // Users who are online at another process are still online; that process will report when they leave.
      const news = turned.filter((user) => user.isAnnounced || !isElsewhere(keyOf(companyId, user.userId)))
      await announce(companyId, {
        turned: new Map(news.map((user) => [user.userId, user.isAnnounced])),
        seen: seen.map((user) => user.userId),
      })
      const came = turned.filter((user) => user.isAnnounced).map((user) => user.userId)
      if (came.length > 0) for (const listener of cameListeners) listener(companyId, came)
    }
  }

  function sweep() {
    for (const [key, user] of tracked) {
      if (isHere(user)) continue
      if (user.isAnnounced) scheduleFlush(user)
      else tracked.delete(key)
    }
  }
}

const keyOf = (companyId: number, userId: number) => `${companyId}:${userId}`
