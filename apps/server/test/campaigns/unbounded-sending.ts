import type { SendingBounds } from '../../src/platform/process/config.ts'

/** Numbers may send as much as they want, at any time. */
export const unbounded: SendingBounds = {
  firstStrangers: 1_000_000,
  strangersPerDay: 1_000_000,
  knownPerDay: 1_000_000,
  quietHours: null,
  quietSundays: false,
  quietHolidays: false,
}

/** The same as the environment of a server. */
export const unboundedSending = {
  GUICHE_FIRST_STRANGERS: '1000000',
  GUICHE_STRANGERS_PER_DAY: '1000000',
  GUICHE_KNOWN_PER_DAY: '1000000',
  GUICHE_QUIET_HOURS: 'none',
  GUICHE_QUIET_DAYS: 'none',
}
