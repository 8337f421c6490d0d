import type { Ctx } from '#platform/context'
import { together } from '#platform/database/together'
import type { Deps } from '#platform/deps'
import type { CompanyWorker } from '#platform/work/company-worker'
import { createDueWorker } from '#platform/work/due-work'
import { expireRating } from '#modules/serving'
import {
  type DueTimer,
  type TakenTimer,
  type TimerKind,
  companiesWithDue,
  endTimers,
  takeDue,
} from '#modules/ticket-timers'
import { type LockedTicket, lockTicketsInOrder } from '#modules/tickets'
import type { Presence } from '#modules/users'
import { closeOption } from './close-option.ts'
import { endInactivity } from './inactivity.ts'
import { redirectTicket } from './redirect.ts'
import { rotate } from './rotation.ts'
import { tellPlace } from './tell-place.ts'

/** With the pauses of `takeDue` they take about an hour. */
const maxTries = 10

/** How many tickets of a company are worked on at a time. */
const lanes = 4

type Perform = (ctx: Ctx, ticket: LockedTicket, due: DueTimer) => Promise<void>

/** Does what is due to tickets, as the bot (docs/requirements/service.md, section 18). */
export function createTimerWorker(
  deps: Pick<Deps, 'units' | 'log'>,
  presence: Pick<Presence, 'isOnline'>,
): CompanyWorker {
  const { units } = deps
  const performs: Record<TimerKind, Perform> = {
    rating: expireRating,
    inactivity: endInactivity,
    redirect: redirectTicket,
    rotation: (ctx, ticket, due) => rotate(ctx, ticket, { due, presence }),
    queuePosition: tellPlace,
    optionClose: closeOption,
  }

  return createDueWorker<TakenTimer>(deps, {
    name: 'ticket timers',
    companiesWithDue,
    takeDue,
    // Tickets are assigned one after the other, because the oldest comes first.
    laneOf: ({ kind, ticket_id }) => (kind === 'rotation' ? lanes : ticket_id % lanes),
    maxTries,
    perform: (companyId, taken) => units.run(bot(companyId), (ctx) => performTogether(ctx, [taken])),
    performLane: (companyId, lane) => units.run(bot(companyId), (ctx) => performLane(ctx, lane)),
    // The oldest comes first, whatever its conversation: one unit of work would lock these out of order.
    isAlone: ({ kind }) => kind === 'rotation',
    giveUp: async (companyId, taken) => {
      await units.run(bot(companyId), (ctx) => endTimers(ctx, [taken]))
    },
  })

  async function performLane(ctx: Ctx, lane: readonly TakenTimer[]) {
    const isRepeated = ({ ticket_id: id }: TakenTimer, nth: number) =>
      lane.findIndex((other) => other.ticket_id === id) < nth
    await performTogether(
      ctx,
      lane.filter((taken, nth) => !isRepeated(taken, nth)),
    )
    for (const taken of lane.filter(isRepeated)) await performTogether(ctx, [taken])
  }

  /** One timer of each ticket. */
  async function performTogether(ctx: Ctx, timers: readonly TakenTimer[]) {
    if (timers.length === 0) return
    // One round trip. The tickets are locked before their timers, as by everything that locks both.
    const [tickets, ended] = await Promise.all([
      lockTicketsInOrder(
        ctx,
        timers.map((taken) => taken.ticket_id),
      ),
      endTimers(ctx, timers),
    ])
    const ticketOf = new Map(tickets.map((ticket) => [ticket.id, ticket]))
    await together(
      timers.map(async ({ id, ticket_id, kind }) => {
        const [ticket, due] = [ticketOf.get(ticket_id), ended.get(id)]
        if (ticket && due) await performs[kind](ctx, ticket, due)
      }),
    )
  }
}

const bot = (companyId: number) => ({ kind: 'bot', companyId, forUserId: null }) as const
