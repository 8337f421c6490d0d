import type { Deps } from '#platform/deps'
import type { Runnable } from '#platform/process/runnable'
import { removeOld } from '#platform/work/retention'
import type { Answerers } from './answerer.ts'
import { createExchangeWorker } from './exchange-worker.ts'
import { exchangesLive } from './exchanges.live.ts'
import { removeOldExchanges } from './stored/exchanges.repository.ts'
import { exchangeRoutes } from './exchanges.routes.ts'
import { stopExchanges } from './stop-exchanges.ts'

export {
  type Answer,
  type AnswerControl,
  AnswerFailed,
  type AnswerFailure,
  type AnswerPart,
  type Answerer,
  type AnswererKind,
  type Answerers,
  type Asked,
  type AskedFile,
  type AskedMessage,
  type FoundAnswerer,
  createAnswerers,
  mostParts,
} from './answerer.ts'
export { beginExchange } from './begin-exchange.ts'
export { forgetFailures } from './stored/breakers.repository.ts'

/** How long exchanges are kept, in days: as evidence of what a service has answered. */
const keeps = 30

interface Wiring {
  answerers: Answerers
  /** Shows a customer for so many ms that an answer is being written. */
  composes: (companyId: number, ticketId: number, ms: number) => void
}

/** Questions to services that answer customers. Other modules install the services. */
export function registerExchanges(deps: Deps, wiring: Wiring): Runnable {
  exchangeRoutes(deps)
  exchangesLive(deps)
  stopExchanges(deps)
  deps.jobs.defineTimer('exchanges.old', '23 4 * * *', () =>
    removeOld(deps, 'exchanges', (operator, most) => removeOldExchanges(operator, keeps, most)),
  )
  return createExchangeWorker(deps, wiring)
}
