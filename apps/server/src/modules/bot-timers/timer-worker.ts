import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import type { CompanyWorker } from '#platform/work/company-worker'
import { createDueWorker } from '#platform/work/due-work'
import { expireRating } from '#modules/serving'
import {
  type DueTimer,
  type TakenTimer,
  type TimerKind,
  companiesWithDue,
  endTimer,
  takeDue,
} from '#modules/ticket-timers'
import { type LockedTicket, lockTicket } from '#modules/tickets'
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
    laneOf: ({ kind, ticket_id }) => (kind === 'rotation' ? 0 : ticket_id % lanes),
    maxTries,
    perform: (companyId, taken) => units.run(bot(companyId), (ctx) => perform(ctx, taken)),
    giveUp: async (companyId, taken) => {
      await units.run(bot(companyId), (ctx) => endTimer(ctx, taken))
    },
  })

  async function perform(ctx: Ctx, taken: TakenTimer) {
    // The ticket is locked before its timer, as by everything that locks both.
    const ticket = await lockTicket(ctx, taken.ticket_id)
    const due = ticket && (await endTimer(ctx, taken))
    if (due) await performs[taken.kind](ctx, ticket, due)
  }
}

const bot = (companyId: number) => ({ kind: 'bot', companyId, forUserId: null }) as const
