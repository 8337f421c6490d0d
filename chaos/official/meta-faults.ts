import { setTimeout as pause } from 'node:timers/promises'
import type { GraphServer } from '@guiche/graph-testserver'
import type { ProcessShop } from '../../apps/server/test/processes/meta-shop.ts'
import type { OfficialFault } from './plan.ts'

/** Injects a fault at Meta and repairs what a person has to repair. */
export async function injectOfficialFault(graph: GraphServer, shop: ProcessShop, fault: OfficialFault): Promise<void> {
  const { faults, webhooks } = graph
  switch (fault.kind) {
    case 'webhooksTwice':
      return webhooks.deliverTwice({ times: fault.times })
    case 'webhooksReversed': {
      const held = webhooks.hold()
      await pause(fault.lasts)
      return held.release({ order: 'reversed' })
    }
    case 'statusesFirst':
      return graph.tellStatusesFirst({ times: fault.times })
    case 'down':
      await graph.goDown()
      await pause(fault.lasts)
      return graph.comeUp()
    case 'tokenEnded':
      if (fault.of === 'number') shop.endNumber()
      else shop.endPage()
      await pause(fault.lasts)
      return fault.of === 'number' ? shop.renewNumber() : shop.renewPage()
    case 'answersLost':
      return onSends((on) => faults.loseAnswers({ times: fault.times, on }))
    case 'answersBroken':
      return onSends((on) => faults.garble({ times: fault.times, on }))
    case 'callsCut':
      return onSends((on) => faults.reset({ on }))
    case 'pagesInstead':
      return onSends((on) => faults.answer(502, { text: '<html>Bad gateway</html>', on }))
    case 'refused': {
      const { status, code, times } = fault
      const body = { error: { message: 'It is refused.', code } }
      return onSends((on) => faults.answer(status, { body, times, on }))
    }
    case 'slow':
      return onSends((on) => faults.delay(fault.ms, { times: fault.times, on }))
  }

  function onSends(inject: (on: string) => void): void {
    for (const { id } of [shop.number, shop.page]) inject(`POST /v25.0/${id}/messages`)
  }
}
