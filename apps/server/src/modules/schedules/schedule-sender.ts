import type { CompanyWorker } from '#platform/work/company-worker'
import type { Deps } from '#platform/deps'
import { createDueWorker } from '#platform/work/due-work'
import { type TakenSchedule, companiesWithDue, takeDue } from './due.repository.ts'
import { type SendOptions, giveUpSchedule, sendSchedule } from './send-schedule.ts'

/** With the pauses of `takeDue` they take about a quarter of an hour. */
const maxTries = 6

/** How many persons get their messages at the same time; those of one person come in their order. */
const lanes = 4

/** Sends the scheduled messages whose time has come. */
export function createScheduleSender(deps: Pick<Deps, 'units' | 'log'>, options: SendOptions): CompanyWorker {
  const { units } = deps
  return createDueWorker(deps, {
    name: 'schedules',
    companiesWithDue,
    takeDue,
    laneOf: ({ contact_id }) => contact_id % lanes,
    maxTries,
    perform: (companyId, taken) => units.run(actorOf(companyId, taken), (ctx) => sendSchedule(ctx, taken.id, options)),
    giveUp: (companyId, taken, reason = 'ERR_SENDING_WAPP_MSG') =>
      units.run(actorOf(companyId, taken), (ctx) => giveUpSchedule(ctx, taken.id, reason)),
  })
}

const actorOf = (companyId: number, { id, user_id }: TakenSchedule) =>
  ({ kind: 'schedule', companyId, scheduleId: id, forUserId: user_id }) as const
