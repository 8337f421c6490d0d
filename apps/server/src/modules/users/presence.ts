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

interface Being {
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
 * Each process sends its online users every `tellEvery` ms. After `silence` ms without that, its users count as gone.
 */
const tellEvery = 10_000
const silence = 35_000

/** Who is online at this process or, as reported by the others, at theirs. */
export function createPresence(now: () => number = () => performance.now()): Presence {
  const beings = new Map<string, Being>()
  const changed = new Set<Being>()
  let announce: Announce = () => Promise.resolve()
  let log: Deps['log'] | undefined
  let sweeper: NodeJS.Timeout | undefined
  let flusher: NodeJS.Timeout | undefined
  let flushing = Promise.resolve()
  const self = randomUUID()
  const elsewhere = new Map<string, { keys: Set<string>; until: number }>()
  let others: Others | undefined
  let teller: NodeJS.Timeout | undefined

  return {
    connected: (companyId, userId) => {
      const being = note(companyId, userId)
      being.sockets += 1
    },
    disconnected: (companyId, userId) => {
      const being = beings.get(keyOf(companyId, userId))
      if (!being || being.sockets === 0) return
      being.sockets -= 1
      being.lastSeen = now()
    },
    seen: (companyId, userId) => void note(companyId, userId),
    left: (companyId, userId) => {
      leave(companyId, userId)
      others?.tell('left', { companyId, userId })
    },
    isOnline: (companyId, userId) => isOnline(keyOf(companyId, userId)),
    start: (options) => {
      beings.clear()
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

  function note(companyId: number, userId: number): Being {
    const key = keyOf(companyId, userId)
    let being = beings.get(key)
    if (!being)
      beings.set(key, (being = { companyId, userId, sockets: 0, lastSeen: 0, lastKept: -Infinity, isAnnounced: false }))
    being.lastSeen = now()
    if (!being.isAnnounced || being.lastSeen - being.lastKept >= keepEvery) scheduleFlush(being)
    return being
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
    const keys = [...beings].filter(([, being]) => isHere(being)).map(([key]) => key)
    others?.tell('here', { process: self, keys, asks })
  }

  function isElsewhere(key: string): boolean {
    return [...elsewhere.values()].some(({ keys, until }) => until > now() && keys.has(key))
  }

  function isOnline(key: string): boolean {
    return isHere(beings.get(key)) || isElsewhere(key)
  }

  function leave(companyId: number, userId: number) {
    const key = keyOf(companyId, userId)
    for (const { keys } of elsewhere.values()) keys.delete(key)
    const being = beings.get(key)
    if (!being) return
    Object.assign(being, { sockets: 0, lastSeen: -Infinity })
    scheduleFlush(being)
  }

  function isHere(being: Being | undefined): boolean {
    return being !== undefined && (being.sockets > 0 || now() - being.lastSeen < grace)
  }

  function scheduleFlush(being: Being) {
    changed.add(being)
    flusher ??= setTimeout(() => {
      flusher = undefined
      flushing = flushing
        .then(flush)
        .catch((err) => log?.warn({ event: 'presence.not-published', err }, 'could not publish who is online'))
    }, pause).unref()
  }

  async function flush() {
    const perCompany = Map.groupBy(changed, (being) => being.companyId)
    changed.clear()
    for (const [companyId, some] of perCompany) {
      const turned = some.filter((being) => being.isAnnounced !== isHere(being))
      const seen = some.filter((being) => isHere(being) && now() - being.lastKept >= keepEvery)
      for (const being of turned) being.isAnnounced = !being.isAnnounced
      for (const being of seen) being.lastKept = now()
      if (turned.length > 0) tellHere()
      // Users who are still at another process have not gone; that process will report it.
      const news = turned.filter((being) => being.isAnnounced || !isElsewhere(keyOf(companyId, being.userId)))
      await announce(companyId, {
        turned: new Map(news.map((being) => [being.userId, being.isAnnounced])),
        seen: seen.map((being) => being.userId),
      })
    }
  }

  function sweep() {
    for (const [key, being] of beings) {
      if (isHere(being)) continue
      if (being.isAnnounced) scheduleFlush(being)
      else beings.delete(key)
    }
  }
}

const keyOf = (companyId: number, userId: number) => `${companyId}:${userId}`
