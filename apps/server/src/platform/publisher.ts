import type { EventName } from '@guiche/contract'
import type { FactKind, NumberedFact } from './facts.ts'
import type { Emission } from './live.ts'
import type { Log } from './log.ts'

/** Turns committed facts of one kind into events: for many at once, since what they look like is asked of the tables. */
export type Presenter<K extends FactKind> = (companyId: number, facts: NumberedFact<K>[]) => Promise<Emission[]>

export interface Publisher {
  /** One presenter per kind of fact. */
  present<K extends FactKind>(kinds: readonly K[], presenter: Presenter<K>): void
  /** Hears of facts in order, after the browsers: for what lives in this process only (caches, the bot's wake-up). */
  listen<K extends FactKind>(kind: K, listener: (companyId: number, fact: NumberedFact<K>) => void): void
  publish(companyId: number, facts: NumberedFact[]): void
  /** The events of facts, as a browser that was away gets them. */
  eventsOf(companyId: number, facts: NumberedFact[]): Promise<Emission[]>
  /** Resolves when everything handed in so far has gone out. */
  idle(): Promise<void>
}

type AnyPresenter = (companyId: number, facts: NumberedFact[]) => Promise<Emission[]>
type AnyListener = (companyId: number, fact: NumberedFact) => void

/**
 * Facts go out after the commit, in the order of their numbers within a company. While one batch is being presented the
 * next one gathers, so that under load one reading of the tables serves many facts.
 */
export function createPublisher({ emit, log }: { emit: (emission: Emission) => void; log: Log }): Publisher {
  const presenters = new Map<string, AnyPresenter>()
  const listeners = new Map<string, AnyListener[]>()
  const waiting = new Map<number, NumberedFact[]>()
  const running = new Map<number, Promise<void>>()

  return { present, listen, publish, eventsOf, idle }

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
    const heard: AnyListener = (companyId, fact) => {
      if (isKind(fact, kind)) listener(companyId, fact)
    }
    listeners.set(kind, [...(listeners.get(kind) ?? []), heard])
  }

  function publish(companyId: number, facts: NumberedFact[]) {
    waiting.set(companyId, [...(waiting.get(companyId) ?? []), ...facts])
    if (!running.has(companyId)) running.set(companyId, drain(companyId))
  }

  async function drain(companyId: number) {
    for (let batch = take(companyId); batch.length > 0; batch = take(companyId)) {
      try {
        for (const emission of await eventsOf(companyId, batch)) emit(emission)
      } catch (err) {
        // The facts are kept: a browser that misses one notices the gap and asks.
        log.error({ err, companyId, facts: batch.length }, 'facts could not be published')
      }
      for (const fact of batch) for (const listener of listeners.get(fact.kind) ?? []) listener(companyId, fact)
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

const isKind = <K extends FactKind>(fact: NumberedFact, kind: K): fact is NumberedFact<K> => fact.kind === kind

export type { Emission, EventName }
