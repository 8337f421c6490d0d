import type { ErrorCode } from '@guiche/contract'
import type { Ctx } from '../context.ts'
import type { Db } from '../database/sql.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { type CompanyWorker, createCompanyWorker } from './company-worker.ts'

/** One row whose time has come. */
export interface Taken {
  id: number
  /** This one included. */
  tries: number
}

export interface AskedByUser extends Taken {
  /** Who has asked for it. */
  user_id: number
}

interface DueWork<T extends Taken> {
  /** For the log. */
  name: string
  companiesWithDue(operator: Db): Promise<number[]>
  /**
   * Takes the next rows that are due and counts the try. They stay taken for a time that grows with each try, so a
   * process that is killed meanwhile loses nothing, and a row that always fails does not stop the others.
   */
  takeDue(ctx: Ctx): Promise<T[]>
  /**
   * What is taken together and has the same lane is performed one after the other, and the lanes at the same time. By
   * default there is one.
   */
  laneOf?(taken: T): number
  maxTries: number
  perform(companyId: number, taken: T): Promise<void>
  /** Performs those of a lane in one unit of work. After an error each is performed by itself. */
  performLane?(companyId: number, lane: readonly T[]): Promise<void>
  /** What has a unit of work of its own all the same. */
  isAlone?(taken: T): boolean
  /** Ends the attempts. No reason: no attempt has succeeded, and none was refused. */
  giveUp(companyId: number, taken: T, reason: ErrorCode | undefined): Promise<void>
}

/** Performs what is to be done at a time. Each row is taken first and then performed, in another unit of work. */
export function createDueWorker<T extends Taken>(
  { units, log }: Pick<Deps, 'units' | 'log'>,
  work: DueWork<T>,
): CompanyWorker {
  const { name, companiesWithDue, takeDue, laneOf = () => 0, isAlone = () => false, maxTries } = work
  const { perform, performLane, giveUp } = work
  return createCompanyWorker({ name, role: 'worker', drain, look: () => companiesWithDue(units.operator) }, log)

  async function drain(companyId: number, goesOn: () => boolean) {
    while (goesOn()) {
      const taken = await units.run({ kind: 'system', companyId }, takeDue)
      if (taken.length === 0) return
      const lanes = [...Map.groupBy(taken, laneOf).values()]
      await Promise.all(lanes.map((lane) => doLane(companyId, lane, goesOn)))
    }
  }

  async function doLane(companyId: number, lane: T[], goesOn: () => boolean) {
    if (performLane && lane.length > 1 && !lane.some(isAlone) && (await isDoneTogether(companyId, lane))) return
    for (const taken of lane) if (goesOn()) await tryOnce(companyId, taken)
  }

  async function isDoneTogether(companyId: number, lane: T[]): Promise<boolean> {
    try {
      await performLane?.(companyId, lane)
      return true
    } catch (err) {
      const details = { err, companyId, work: name, count: lane.length }
      log.warn({ event: 'due-work.lane-failed', ...details }, 'could not do together what is due; doing it one by one')
      return false
    }
  }

  async function tryOnce(companyId: number, taken: T) {
    try {
      await perform(companyId, taken)
    } catch (err) {
      const reason = refusalOf(err)
      const details = { err, companyId, work: name, id: taken.id, tries: taken.tries }
      if (reason === undefined && taken.tries < maxTries) {
        log.warn({ event: 'due-work.try-failed', ...details }, 'could not do what is due; it will be tried again')
        return
      }
      if (reason === undefined)
        log.error({ event: 'due-work.given-up', ...details }, 'what is due was not done after all tries')
      else log.info({ event: 'due-work.refused', ...details }, 'what is due cannot be done, and is not tried again')
      await giveUp(companyId, taken, reason)
    }
  }
}

/** The code of an error that another try would repeat. */
const refusalOf = (error: unknown): ErrorCode | undefined =>
  error instanceof AppError && error.status < 500 ? error.code : undefined
