import type { Ctx } from '#platform/context'
import { badRequest, noPermission, notFound } from '#platform/errors'
import { mayChangeSchedule } from './schedules.policy.ts'
import { type ScheduleRow, findSchedules, lockSchedule } from './schedules.repository.ts'

/** One that the actor may not see gives the same error as a missing one. */
export async function accessSchedule(ctx: Ctx, id: number): Promise<ScheduleRow> {
  const [schedule] = await findSchedules(ctx, [id])
  if (!schedule) throw notFound('ERR_NO_SCHEDULE_FOUND')
  return schedule
}

/** Locks it until the end of the unit of work. What was sent is only shown (docs/requirements/workspace.md, section 4). */
export async function accessScheduleForChange(ctx: Ctx, id: number): Promise<ScheduleRow> {
  // The row is read after it was locked, because it may be sent at this moment.
  await lockSchedule(ctx, id)
  const schedule = await accessSchedule(ctx, id)
  if (!mayChangeSchedule(ctx.actor, schedule)) throw noPermission()
  if (schedule.sent_at !== null) throw badRequest('ERR_SCHEDULE_SENT')
  return schedule
}
