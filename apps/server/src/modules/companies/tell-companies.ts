import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Units } from '#platform/database/unit-of-work'
import type { FactKind, Facts, NumberedFact } from '#platform/facts'
import type { Emission, Live } from '#platform/live/live'
import type { Publisher } from '#platform/live/publisher'
import type { Log } from '#platform/process/log'
import { platformCompany } from './companies.repository.ts'

interface Wiring {
  publisher: Pick<Publisher, 'listenEverywhere' | 'published'>
  live: Pick<Live, 'emitHere'>
  log: Pick<Log, 'warn'>
}

/** The events of a fact for these companies; one that gets none is left out. */
type Presenter<K extends FactKind> = (
  fact: NumberedFact<K>,
  companyIds: readonly number[],
) => Promise<readonly Emission[]>

/** Sending to one company takes some microseconds; after so many, other work gets its turn. */
const atOnce = 200

/**
 * Emits a fact about something that belongs to the installation. It gets its number in the platform's company. The
 * write before it has a transaction of its own, because it is the operator's: if the process is killed in between,
 * nobody is told, and browsers have the change with what they fetch next.
 */
export const emitForInstallation = <K extends FactKind>(units: Units, kind: K, ids: Facts[K]): Promise<void> =>
  units.run({ kind: 'system', companyId: platformCompany }, async (ctx) => ctx.emit(kind, ids))

/**
 * Tells all companies of such facts, each in its own room (S37). A change costs one fact, and in each process the
 * statements of one presentation, however many companies and sockets there are: the presenter is called once with all
 * companies that have sockets in this process, and sending to them is work in memory. One fact per company would be
 * ten thousand transactions, and ten thousand presentations in each process.
 *
 * A process that did not hear a fact finds the gap in the numbers, because it follows the platform's company. Events are
 * not caught up by browsers: after a lost connection they fetch what they show.
 */
export function tellCompanies<K extends FactKind>(
  { publisher, live, log }: Wiring,
  kinds: readonly K[],
  presenter: Presenter<K>,
): void {
  const { published } = publisher
  published.follow(platformCompany)
  // One after the other, so that a newer state is not overtaken by an older one.
  let telling = Promise.resolve()
  for (const kind of kinds)
    publisher.listenEverywhere(kind, (_platform, fact) => {
      telling = telling
        .then(() => tell(fact))
        .catch((err: unknown) =>
          log.warn({ event: 'companies.not-told', err, kind }, 'could not tell the companies of a change'),
        )
    })

  async function tell(fact: NumberedFact<K>) {
    const emissions = await presenter(fact, published.followed())
    for (const [nth, emission] of emissions.entries()) {
      await live.emitHere(emission)
      if (nth % atOnce === atOnce - 1) await nextTurn()
    }
  }
}
