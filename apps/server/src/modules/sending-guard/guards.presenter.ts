import { type NumberGuardView, mostPerDay } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import type { SendingBounds } from '#platform/process/config'
import type { Holidays } from '#modules/settings'
import type { GuardRow } from './guards.repository.ts'
import { limitOfTier } from './portfolio/tier.ts'
import { isRated, ownQuietHours, roomOf } from './room.ts'

export function presentGuard(row: GuardRow, bounds: SendingBounds, days: Holidays): NumberGuardView {
  const { closed, most } = roomOf(row, bounds, days)
  return {
    whatsappId: row.connection_id,
    name: row.name,
    hold: closed ? { reason: closed.reason, until: isoTime(closed.until) } : null,
    pausedAt: isoTime(row.paused_at),
    warmDays: Math.max(0, row.warm_days),
    strangers: {
      used: row.strangers,
      today: most.strangers,
      chosen: row.strangers_per_day,
      most: isRated(row) ? mostPerDay : bounds.strangersPerDay,
    },
    known: {
      used: row.known,
      today: most.known,
      chosen: row.known_per_day,
      most: isRated(row) ? mostPerDay : bounds.knownPerDay,
    },
    network: isRated(row)
      ? {
          tier: row.tier,
          quality: row.quality,
          limit: limitOfTier(row.tier),
          used: row.reached,
          connections: row.sharing,
        }
      : null,
    byPeople: row.by_people,
    quietHours: ownQuietHours(row),
    quietSundays: row.quiet_sundays,
    quietHolidays: row.quiet_holidays,
    severalCampaigns: row.several_campaigns,
    installation: {
      quietHours: bounds.quietHours,
      quietSundays: bounds.quietSundays,
      quietHolidays: bounds.quietHolidays,
    },
  }
}
