import type { Deps } from '#platform/deps'
import { rooms } from '#platform/live/rooms'
import { readServices } from './stored/breakers.repository.ts'
import { presentService } from './exchanges.presenter.ts'

/** Tells admins that a service is not asked for a while, or is asked again. */
export function exchangesLive({ units, publisher }: Deps): void {
  publisher.present<'answerer.changed'>(['answerer.changed'], async (companyId, facts) => {
    const services = await units.read({ kind: 'system', companyId }, readServices)
    return facts.map(({ ids: { kind, answererId }, number: seq }) => {
      const found = services.find((one) => one.kind === kind && one.answerer_id === answererId)
      const answerer = found ? presentService(found) : { ...unasked, kind, id: answererId }
      return {
        companyId,
        event: 'answerer',
        rooms: [rooms.admins(companyId)],
        masked: 'same',
        payload: { action: 'update', answerer, seq },
      }
    })
  })
}

const unasked = { state: 'closed', failures: 0, failure: null, openUntil: null, asking: 0, waiting: 0 } as const
