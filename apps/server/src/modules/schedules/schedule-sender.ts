import { type CompanyWorker, createCompanyWorker } from '#platform/work/company-worker'
import { AppError } from '#platform/errors'
import type { Deps } from '#platform/deps'
import { type Taken, companiesWithDue, takeDue } from './due.repository.ts'
import { giveUpSchedule, sendSchedule } from './send-schedule.ts'

/** With the pauses of `takeDue` they take about a quarter of an hour. */
const maxTries = 6

interface Options {
  /** In minutes. From then on a message is marked as late. */
  lateAfter: number
}

/** Sends the scheduled messages whose time has come. Each is taken first and then sent, in a unit of work of its own. */
export function createScheduleSender({ units, log }: Pick<Deps, 'units' | 'log'>, options: Options): CompanyWorker {
  return createCompanyWorker(
    { name: 'schedules', role: 'worker', drain, look: () => companiesWithDue(units.operator) },
    log,
  )

  async function drain(companyId: number, goesOn: () => boolean) {
    while (goesOn()) {
      const taken = await units.run({ kind: 'system', companyId }, takeDue)
      if (!taken) return
      await send(companyId, taken)
    }
  }

  async function send(companyId: number, { id, user_id, tries }: Taken) {
    const actor = { kind: 'schedule', companyId, scheduleId: id, forUserId: user_id } as const
    try {
      await units.run(actor, (ctx) => sendSchedule(ctx, id, options))
    } catch (err) {
      const refusal = refusalOf(err)
      if (refusal === undefined && tries < maxTries) {
        log.warn(
          { event: 'schedules.try-failed', err, companyId, scheduleId: id, tries },
          'could not send a scheduled message; it will be tried again',
        )
        return
      }
      log.warn(
        { event: 'schedules.not-sent', err, companyId, scheduleId: id, tries },
        'a scheduled message was not sent; its author sees the reason',
      )
      await units.run(actor, (ctx) => giveUpSchedule(ctx, id, refusal ?? 'ERR_SENDING_WAPP_MSG'))
    }
  }
}

/** The code of an error that another try would repeat. */
const refusalOf = (error: unknown): string | undefined =>
  error instanceof AppError && error.status < 500 ? error.code : undefined
