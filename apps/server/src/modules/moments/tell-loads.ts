import type { Deps } from '#platform/deps'
import { rooms } from '#platform/live/rooms'
import type { Runnable } from '#platform/process/runnable'
import type { TicketState } from '#modules/visibility'
import { countOpenTickets } from './board.repository.ts'

/** In ms. Changes are collected, so that a hundred tickets that move are one query. */
const pause = 250

interface Moved {
  ticketIds: Set<number>
  formerOwners: Set<number>
}

/**
 * Tells who may see the board of /moments how many open tickets attendants have, when tickets have moved. It may be
 * lost: browsers fetch the board anew from time to time.
 */
export function tellLoads({ units, publisher, live, log }: Deps): Runnable {
  const moved = new Map<number, Moved>()
  let timer: NodeJS.Timeout | undefined
  let telling = Promise.resolve()
  publisher.listen('ticket.changed', (companyId, { ids }) => note(companyId, ids.ticketId, ids.from))
  publisher.listen('ticket.removed', (companyId, { ids }) => note(companyId, ids.ticketId, ids.from))

  return {
    name: 'loads of attendants',
    stop: () => {
      clearTimeout(timer)
      return telling
    },
  }

  function note(companyId: number, ticketId: number, from: TicketState | undefined) {
    const { ticketIds, formerOwners } = moved.get(companyId) ?? { ticketIds: new Set(), formerOwners: new Set() }
    ticketIds.add(ticketId)
    if (from && from.userId !== null) formerOwners.add(from.userId)
    moved.set(companyId, { ticketIds, formerOwners })
    timer ??= setTimeout(flush, pause).unref()
  }

  function flush() {
    timer = undefined
    const companies = [...moved]
    moved.clear()
    telling = telling
      .then(async () => {
        for (const [companyId, those] of companies) await tell(companyId, those)
      })
      .catch((err: unknown) =>
        log.warn({ event: 'moments.loads-not-told', err }, 'could not tell how many open tickets attendants have'),
      )
  }

  async function tell(companyId: number, { ticketIds, formerOwners }: Moved) {
    const loads = await units.read({ kind: 'system', companyId }, (ctx) =>
      countOpenTickets(ctx, { ticketIds: [...ticketIds], formerOwners: [...formerOwners] }),
    )
    if (loads.length === 0) return
    await live.emit({
      companyId,
      event: 'attendants',
      rooms: [rooms.realTime(companyId)],
      masked: 'same',
      payload: { attendants: loads.map(({ id, open_tickets }) => ({ id, openTickets: open_tickets })) },
    })
  }
}
