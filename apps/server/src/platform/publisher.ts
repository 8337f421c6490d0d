import { setTimeout as pause } from 'node:timers/promises'
import type { EventName } from '@guiche/contract'
import type { FactKind, NumberedFact } from './facts.ts'
import type { Emission, Others } from './live.ts'
import type { Log } from './log.ts'

/** Turns committed facts of one kind into events: for many at once, since what they look like is asked of the tables. */
export type Presenter<K extends FactKind> = (companyId: number, facts: NumberedFact<K>[]) => Promise<Emission[]>

export interface Publisher {
  /** One presenter per kind of fact. */
  present<K extends FactKind>(kinds: readonly K[], presenter: Presenter<K>): void
  /** Hears of the facts of this process in order, after the browsers: for what follows from them, once. */
  listen<K extends FactKind>(kind: K, listener: (companyId: number, fact: NumberedFact<K>) => void): void
  /** The same in every process: for what each of them has for itself (caches, sockets). */
  listenEverywhere<K extends FactKind>(kind: K, listener: (companyId: number, fact: NumberedFact<K>) => void): void
  publish(companyId: number, facts: NumberedFact[]): void
  /** The events of facts, as a browser that was away gets them. */
  eventsOf(companyId: number, facts: NumberedFact[]): Promise<Emission[]>
  /** Resolves when everything handed in so far has gone out. */
  idle(): Promise<void>
}

declare module './live.ts' {
  interface ProcessEvents {
    facts: { companyId: number; facts: NumberedFact[] }
  }
}

interface Wiring {
  emit: (emission: Emission) => void
  others: Others
  log: Log
}

type AnyPresenter = (companyId: number, facts: NumberedFact[]) => Promise<Emission[]>
type AnyListener = (companyId: number, fact: NumberedFact) => void

/** In ms: nobody sees it, and a message with the tick that follows at once is one event. */
const gathering = 10

/**
 * Facts go out after the commit, in the order of their numbers within a company. They gather for a moment, and while a
 * batch is being presented, so that one reading of the tables serves many.
 */
export function createPublisher({ emit, others, log }: Wiring): Publisher {
  const presenters = new Map<string, AnyPresenter>()
  const listeners = new Map<string, AnyListener[]>()
  const everywhere = new Map<string, AnyListener[]>()
  const waiting = new Map<number, NumberedFact[]>()
  const running = new Map<number, Promise<void>>()

  others.hear('facts', ({ companyId, facts }) => callListeners(everywhere, companyId, facts))

  return { present, listen, listenEverywhere, publish, eventsOf, idle }

  function present<K extends FactKind>(kinds: readonly K[], presenter: Presenter<K>) {
    for (const kind of kinds)
      presenters.set(kind, (companyId, facts) =>
        presenter(
          companyId,
          facts.filter((fact): fact is NumberedFact<K> => kinds.some((own) => own === fact.kind)),
        ),
      )
  }

  function listen<K extends FactKind>(kind: K, listener: (companyId: number, fact: NumberedFact<K>) => void) {
    add(listeners, kind, listener)
  }

  function listenEverywhere<K extends FactKind>(kind: K, listener: (companyId: number, fact: NumberedFact<K>) => void) {
    add(listeners, kind, listener)
    add(everywhere, kind, listener)
  }

  function publish(companyId: number, facts: NumberedFact[]) {
    waiting.set(companyId, [...(waiting.get(companyId) ?? []), ...facts])
    if (!running.has(companyId)) running.set(companyId, drain(companyId))
  }

  async function drain(companyId: number) {
    while (waiting.has(companyId)) {
      await pause(gathering)
      const batch = take(companyId)
      try {
        for (const emission of await eventsOf(companyId, batch)) emit(emission)
      } catch (err) {
        // The facts are kept: a browser that misses one notices the gap and asks.
        log.error({ err, companyId, facts: batch.length }, 'facts could not be published')
      }
      callListeners(listeners, companyId, batch)
      const shared = batch.filter((fact) => everywhere.has(fact.kind))
      if (shared.length > 0) others.tell('facts', { companyId, facts: shared })
    }
    running.delete(companyId)
  }

  function take(companyId: number): NumberedFact[] {
    const facts = waiting.get(companyId) ?? []
    const batch = facts.slice(0, 200)
    if (facts.length > batch.length) waiting.set(companyId, facts.slice(batch.length))
    else waiting.delete(companyId)
    return batch.toSorted((a, b) => a.number - b.number)
  }

  async function eventsOf(companyId: number, facts: NumberedFact[]): Promise<Emission[]> {
    const emissions: Emission[] = []
    // Runs of facts that one presenter knows are presented together, and the order between runs is kept.
    for (let start = 0; start < facts.length;) {
      const presenter = presenters.get(facts[start]?.kind ?? '')
      let end = start + 1
      while (end < facts.length && presenters.get(facts[end]?.kind ?? '') === presenter) end += 1
      if (presenter) emissions.push(...(await presenter(companyId, facts.slice(start, end))))
      start = end
    }
    return emissions
  }

  async function idle() {
    while (running.size > 0) await Promise.all(running.values())
  }
}

function add<K extends FactKind>(
  listeners: Map<string, AnyListener[]>,
  kind: K,
  listener: (companyId: number, fact: NumberedFact<K>) => void,
) {
  const heard: AnyListener = (companyId, fact) => {
    if (isKind(fact, kind)) listener(companyId, fact)
  }
  listeners.set(kind, [...(listeners.get(kind) ?? []), heard])
}

function callListeners(listeners: Map<string, AnyListener[]>, companyId: number, facts: NumberedFact[]) {
  for (const fact of facts) for (const listener of listeners.get(fact.kind) ?? []) listener(companyId, fact)
}

const isKind = <K extends FactKind>(fact: NumberedFact, kind: K): fact is NumberedFact<K> => fact.kind === kind

export type { Emission, EventName }
