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
  /**
   * Facts that were committed some time ago, maybe by another process, and were not published here, in order. Those that
   * cannot be published now stay missing.
   */
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
      const count = await inTurn(companyId, () => announce(companyId, batch, emit))
      keepFailed(companyId, batch.slice(count))
      callListeners(listeners, companyId, batch)
      const shared = batch.filter((fact) => everywhere.has(fact.kind))
      others.tell('facts', { companyId, numbers: numbersOf(batch.slice(0, count)), facts: shared })
    }
    running.delete(companyId)
  }

  /** Returns how many were published: all, or those before an error. */
  async function announce(companyId: number, batch: NumberedFact[], to: Emit): Promise<number> {
    const { left, error } = await tellAll(companyId, batch, to)
    if (error)
      log.error(
        { event: 'live.publish-failed', err: error.cause, companyId, facts: left.length },
        'could not publish facts',
      )
    return batch.length - left.length
  }

  /** They are published late. The first one caused the error; after many tries only its listeners are called. */
  function keepFailed(companyId: number, facts: NumberedFact[]) {
    const givenUp = published.failed(companyId, numbersOf(facts))
    if (givenUp === undefined) return
    log.error({ event: 'live.fact-given-up', companyId, number: givenUp }, 'could not publish a fact; gave it up')
    callListeners(listeners, companyId, facts.slice(0, 1), { isLate: true })
  }

  async function tellAll(companyId: number, facts: NumberedFact[], to: Emit): Promise<Told> {
    let told: Told = { left: facts }
    while (!told.error && told.left.length > 0) told = await tellFresh(companyId, told.left, to)
    return told
  }

  /** Tells facts, until what was read of them is too old. */
  async function tellFresh(companyId: number, facts: NumberedFact[], to: Emit): Promise<Told> {
    const since = performance.now()
    const { emissions, failure } = await presentAll(companyId, facts)
    const from = (number: number) => facts.filter((fact) => fact.number >= number)
    let telling = 0
    try {
      for (const emission of emissions) {
        const next = numberOf(emission)
        if (failure && next >= failure.from) break
        if (telling > 0 && next > telling && performance.now() - since >= stale) return { left: from(next) }
        telling = next
        await emission.before?.()
        await to(emission)
      }
    } catch (cause) {
      return { left: from(telling), error: { cause } }
    }
    return failure ? { left: from(failure.from), error: failure } : { left: [] }
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
      const count = await inTurn(companyId, () => announce(companyId, batch, emitHere))
      const told = batch.slice(0, count)
      published.note(companyId, numbersOf(told))
      callListeners(listeners, companyId, told, { isLate: true })
      if (count < batch.length) return keepFailed(companyId, facts.slice(start + count))
    }
  }

  async function eventsOf(companyId: number, facts: NumberedFact[]): Promise<Emission[]> {
    const { emissions, failure } = await presentAll(companyId, facts)
    if (failure) throw failure.cause
    return emissions
  }

  /** Each presenter gets all its facts at once. The events come in the order of the facts. */
  async function presentAll(companyId: number, facts: NumberedFact[]): Promise<Presented> {
    const emissions: Emission[] = []
    let failure: Presented['failure']
    for (const [presenter, own] of Map.groupBy(facts, ({ kind }) => presenters.get(kind)))
      try {
        if (presenter) emissions.push(...(await presented(presenter, companyId, own)))
      } catch (cause) {
        const from = Math.min(...numbersOf(own))
        if (!failure || from < failure.from) failure = { cause, from }
      }
    return { emissions: emissions.toSorted((one, other) => numberOf(one) - numberOf(other)), failure }
  }

  async function presented(presenter: AnyPresenter, companyId: number, facts: NumberedFact[]): Promise<Emission[]> {
    const since = performance.now()
    const emissions = await presenter(companyId, facts)
    return performance.now() - since < stale ? emissions : presenter(companyId, facts)
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

interface Presented {
  emissions: Emission[]
  /** `from`: the number of the first fact that could not be presented. */
  failure: { cause: unknown; from: number } | undefined
}

/** `left`: what was not told yet, or not because of the error. */
interface Told {
  left: NumberedFact[]
  error?: { cause: unknown }
}

type Emit = Wiring['emit']

/** Of the fact; events without one come first. */
const numberOf = ({ payload }: Emission): number => ('seq' in payload ? (payload.seq ?? 0) : 0)

const isKind = <K extends FactKind>(fact: NumberedFact, kind: K): fact is NumberedFact<K> => fact.kind === kind

export type { Emission, EventName }
