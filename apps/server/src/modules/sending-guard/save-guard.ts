import type { Api, Parsed } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import { badRequest } from '#platform/errors'
import type { SendingBounds } from '#platform/process/config'
import { changeGuard } from './guards.repository.ts'
import { isRated, readGuard } from './room.ts'

type Change = Parsed<Api['updateNumberGuard']>['body']

/** Absent fields stay as they are. */
export async function saveGuard(
  ctx: UserCtx,
  bounds: SendingBounds,
  { connectionId, change }: { connectionId: number; change: Change },
): Promise<void> {
  const guard = await readGuard(ctx, connectionId)
  if (guard && !isRated(guard)) {
    assertLess('strangersPerDay', change.strangersPerDay, bounds.strangersPerDay)
    assertLess('knownPerDay', change.knownPerDay, bounds.knownPerDay)
  }
  const { quietHours } = change
  // Nobody can say whether that is the whole day or nothing.
  if (quietHours && quietHours.from === quietHours.until) throw badRequest('ERR_QUIET_HOURS_EMPTY')
  await changeGuard(ctx, connectionId, {
    strangers_per_day: change.strangersPerDay,
    known_per_day: change.knownPerDay,
    ...(quietHours !== undefined && {
      quiet_from: quietHours?.from ?? null,
      quiet_until: quietHours?.until ?? null,
    }),
    quiet_sundays: change.quietSundays,
    quiet_holidays: change.quietHolidays,
    several_campaigns: change.severalCampaigns,
  })
  await audit(ctx, {
    action: 'sendingGuard.changed',
    object: 'connection',
    objectId: connectionId,
    detail: { changed: Object.keys(change) },
  })
  ctx.emit('sendingGuard.changed', { connectionId })
}

/** The installation's limits are for all companies. */
function assertLess(field: string, wanted: number | null | undefined, most: number): void {
  if (typeof wanted === 'number' && wanted > most)
    throw badRequest('ERR_VALIDATION', { issues: [{ path: `body.${field}`, message: 'tooMany' }] })
}
