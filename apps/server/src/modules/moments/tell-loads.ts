import type { Deps } from '#platform/deps'
import { rooms } from '#platform/live/rooms'
import type { Runnable } from '#platform/process/runnable'
import type { TicketState } from '#modules/visibility'
import { countOpenTickets, countServedOf } from './board.repository.ts'

/** In ms. Changes are collected, so that a hundred tickets that move are one query. */
const pause = 250

interface Moved {
  ticketIds: Set<number>
  formerOwners: Set<number>
  formerQueues: Set<number>
}

/**
 * When tickets have moved, tells who may see the board of /moments how many open tickets attendants have, and admins
 * how many tickets of each queue are being served. It may be lost: browsers fetch both anew from time to time.
 */
export function tellLoads({ units, publisher, live, log }: Deps): Runnable {
  const moved = new Map<number, Moved>()
  let timer: NodeJS.Timeout | undefined
  let telling = Promise.resolve()
  publisher.listen('ticket.changed', (companyId, { ids }) => note(companyId, ids.ticketId, ids.from))
  publisher.listen('ticket.removed', (companyId, { ids }) => note(companyId, ids.ticketId, ids.from))

  return {
    name: 'loads of attendants and queues',
    stop: () => {
      clearTimeout(timer)
      return telling
    },
  }

  function note(companyId: number, ticketId: number, from: TicketState | undefined) {
    const those = moved.get(companyId) ?? nothing()
    those.ticketIds.add(ticketId)
    if (from && from.userId !== null) those.formerOwners.add(from.userId)
    if (from && from.queueId !== null) those.formerQueues.add(from.queueId)
    moved.set(companyId, those)
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
        log.warn(
          { event: 'moments.loads-not-told', err },
          'could not tell how many open tickets attendants and queues have',
        ),
      )
  }

  async function tell(companyId: number, { ticketIds, formerOwners, formerQueues }: Moved) {
    const { attendants, queues } = await units.read({ kind: 'system', companyId }, async (ctx) => ({
      attendants: await countOpenTickets(ctx, { ticketIds: [...ticketIds], formerOwners: [...formerOwners] }),
      queues: await countServedOf(ctx, { ticketIds: [...ticketIds], formerQueues: [...formerQueues] }),
    }))
    const target = { companyId, masked: 'same' } as const
    if (attendants.length > 0)
      await live.emit({
        ...target,
        event: 'attendants',
        rooms: [rooms.realTime(companyId)],
        payload: { attendants: attendants.map(({ id, open_tickets }) => ({ id, openTickets: open_tickets })) },
      })
    if (queues.length > 0)
      await live.emit({ ...target, event: 'queueLoads', rooms: [rooms.admins(companyId)], payload: { queues } })
  }
}

const nothing = (): Moved => ({ ticketIds: new Set(), formerOwners: new Set(), formerQueues: new Set() })
