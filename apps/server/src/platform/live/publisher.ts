import { setTimeout as pause } from 'node:timers/promises'
import type { EventName } from '@guiche/contract'
import type { FactKind, NumberedFact } from '../facts.ts'
import type { Emission, Others } from './live.ts'
import type { Log } from '../process/log.ts'
import { type PublishedFacts, createPublishedFacts } from './published-facts.ts'

/** Turns committed facts into events. It gets many facts at once, so that one query serves them all. */
export type Presenter<K extends FactKind> = (companyId: number, facts: NumberedFact<K>[]) => Promise<Emission[]>

type Listener<K extends FactKind> = (companyId: number, fact: NumberedFact<K>, how: { isLate: boolean }) => void

export interface Publisher {
  /** One presenter per kind of fact. */
  present<K extends FactKind>(kinds: readonly K[], presenter: Presenter<K>): void
  /**
   * Calls the listener for facts of this process, in order, after the browsers were told. Use it for what may be lost
   * with the process. Several processes may call it for a fact that was published late, so it must be idempotent.
   */
  listen<K extends FactKind>(kind: K, listener: Listener<K>): void
  /** The same, but in every process: for state that each process keeps for itself (caches, sockets). */
  listenEverywhere<K extends FactKind>(kind: K, listener: Listener<K>): void
  publish(companyId: number, facts: NumberedFact[]): void
  /** Facts that were committed some time ago, maybe by another process, and were not published here. */
  publishLate(companyId: number, facts: NumberedFact[]): Promise<void>
  /** Which facts the sockets of this process have been told of. */
  readonly published: PublishedFacts
  /** The events of facts, for a browser that missed them. */
  eventsOf(companyId: number, facts: NumberedFact[]): Promise<Emission[]>
  /** Resolves when everything handed in so far has been published. */
  idle(): Promise<void>
}

declare module './live.ts' {
  interface ProcessEvents {
    /** `numbers`: all facts that were just published; `facts`: those that concern every process. */
    facts: { companyId: number; numbers: number[]; facts: NumberedFact[] }
  }
}

interface Wiring {
  emit: (emission: Emission) => Promise<void>
  /** To the sockets of this process only. */
  emitHere: (emission: Emission) => Promise<void>
  others: Others
  log: Log
}

type AnyPresenter = (companyId: number, facts: NumberedFact[]) => Promise<Emission[]>
type AnyListener = (companyId: number, fact: NumberedFact, how: { isLate: boolean }) => void

/** In ms. Short enough that nobody notices, and long enough that a message and its first ack become one event. */
const gathering = 10
const most = 200
/** In ms. After that time another process may have published a newer state. */
const stale = 1000

/**
 * Publishes facts after the commit, in the order of their numbers within a company. Facts are collected for a moment,
 * and while a batch is being presented, so that one query serves many.
 */
export function createPublisher({ emit, emitHere, others, log }: Wiring): Publisher {
  const presenters = new Map<string, AnyPresenter>()
  const listeners = new Map<string, AnyListener[]>()
  const everywhere = new Map<string, AnyListener[]>()
  const waiting = new Map<number, NumberedFact[]>()
  const running = new Map<number, Promise<void>>()
  const turns = new Map<number, Promise<unknown>>()
  const published = createPublishedFacts()

  others.hear('facts', ({ companyId, numbers, facts }) => {
    published.note(companyId, numbers)
    callListeners(everywhere, companyId, facts)
  })

  return {
    present,
    listen,
    listenEverywhere,
    publish,
    publishLate,
    published,
    eventsOf,
    idle,
  }

  function present<K extends FactKind>(kinds: readonly K[], presenter: Presenter<K>) {
    for (const kind of kinds)
      presenters.set(kind, (companyId, facts) =>
        presenter(
          companyId,
          facts.filter((fact): fact is NumberedFact<K> => kinds.some((own) => own === fact.kind)),
        ),
      )
  }

  function listen<K extends FactKind>(kind: K, listener: Listener<K>) {
    add(listeners, kind, listener)
  }

  function listenEverywhere<K extends FactKind>(kind: K, listener: Listener<K>) {
    add(listeners, kind, listener)
    add(everywhere, kind, listener)
  }

  function publish(companyId: number, facts: NumberedFact[]) {
    published.note(companyId, numbersOf(facts))
    waiting.set(companyId, [...(waiting.get(companyId) ?? []), ...facts])
    if (!running.has(companyId)) running.set(companyId, drain(companyId))
  }

  async function drain(companyId: number) {
    while (waiting.has(companyId)) {
      await pause(gathering)
      const batch = take(companyId)
      const count = await inTurn(companyId, () => announce(companyId, batch))
      const numbers = numbersOf(batch)
      published.failed(companyId, numbers.slice(count))
      callListeners(listeners, companyId, batch)
      const shared = batch.filter((fact) => everywhere.has(fact.kind))
      others.tell('facts', { companyId, numbers: numbers.slice(0, count), facts: shared })
    }
    running.delete(companyId)
  }

  /** Returns how many were published. After an error the rest is recorded as failed and published late. */
  async function announce(companyId: number, batch: NumberedFact[]): Promise<number> {
    let count = 0
    try {
      for (const run of runsOf(batch)) {
        for (const emission of await presented(companyId, run)) await emit(emission)
        count += run.length
      }
    } catch (err) {
      log.error(
        { event: 'live.publish-failed', err, companyId, facts: batch.length - count },
        'could not publish facts',
      )
    }
    return count
  }

  function take(companyId: number): NumberedFact[] {
    const facts = waiting.get(companyId) ?? []
    const batch = facts.slice(0, most)
    if (facts.length > batch.length) waiting.set(companyId, facts.slice(batch.length))
    else waiting.delete(companyId)
    return batch.toSorted((a, b) => a.number - b.number)
  }

  async function publishLate(companyId: number, facts: NumberedFact[]) {
    for (let start = 0; start < facts.length; start += most) {
      const batch = facts.slice(start, start + most)
      await inTurn(companyId, async () => {
        for (const run of runsOf(batch))
          for (const emission of await presented(companyId, run)) await emitHere(emission)
      })
      callListeners(listeners, companyId, batch, { isLate: true })
    }
  }

  async function eventsOf(companyId: number, facts: NumberedFact[]): Promise<Emission[]> {
    const emissions: Emission[] = []
    for (const run of runsOf(facts)) emissions.push(...(await presented(companyId, run)))
    return emissions
  }

  /** Consecutive facts with the same presenter are presented together; the order of the groups is kept. */
  function runsOf(facts: NumberedFact[]): NumberedFact[][] {
    const runs: NumberedFact[][] = []
    for (const fact of facts) {
      const last = runs.at(-1)
      if (last?.[0] && presenters.get(last[0].kind) === presenters.get(fact.kind)) last.push(fact)
      else runs.push([fact])
    }
    return runs
  }

  async function presented(companyId: number, run: NumberedFact[]): Promise<Emission[]> {
    const presenter = presenters.get(run[0]?.kind ?? '')
    if (!presenter) return []
    const since = performance.now()
    const emissions = await presenter(companyId, run)
    return performance.now() - since < stale ? emissions : presenter(companyId, run)
  }

  /** A listener that fails must not keep the others, or later facts, from being published. */
  function callListeners(
    listenersOf: Map<string, AnyListener[]>,
    companyId: number,
    facts: NumberedFact[],
    how = { isLate: false },
  ) {
    for (const fact of facts)
      for (const listener of listenersOf.get(fact.kind) ?? [])
        try {
          listener(companyId, fact, how)
        } catch (err) {
          log.error({ event: 'live.listener-failed', err, companyId, kind: fact.kind }, 'a listener to a fact failed')
        }
  }

  /** One batch at a time per company, so that facts are published in the order in which they were read. */
  async function inTurn<T>(companyId: number, tell: () => Promise<T>): Promise<T> {
    const turn = (turns.get(companyId) ?? Promise.resolve()).then(tell)
    const ended = turn.catch(() => undefined)
    turns.set(companyId, ended)
    try {
      return await turn
    } finally {
      if (turns.get(companyId) === ended) turns.delete(companyId)
    }
  }

  async function idle() {
    while (running.size > 0) await Promise.all(running.values())
  }
}

function add<K extends FactKind>(listeners: Map<string, AnyListener[]>, kind: K, listener: Listener<K>) {
  const heard: AnyListener = (companyId, fact, how) => {
    if (isKind(fact, kind)) listener(companyId, fact, how)
  }
  listeners.set(kind, [...(listeners.get(kind) ?? []), heard])
}

const numbersOf = (facts: readonly NumberedFact[]) => facts.map(({ number }) => number)

const isKind = <K extends FactKind>(fact: NumberedFact, kind: K): fact is NumberedFact<K> => fact.kind === kind

export type { Emission, EventName }
