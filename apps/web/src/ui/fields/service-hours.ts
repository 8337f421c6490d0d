/** The default hours: two shifts on all seven days (docs/requirements/back-office.md, section 9). */
const usual = { startTimeA: '08:00', endTimeA: '12:00', startTimeB: '13:00', endTimeB: '18:00' }

const days = [
  ['monday', 'Segunda-feira'],
  ['tuesday', 'Terça-feira'],
  ['wednesday', 'Quarta-feira'],
  ['thursday', 'Quinta-feira'],
  ['friday', 'Sexta-feira'],
  ['saturday', 'Sábado'],
  ['sunday', 'Domingo'],
] as const

/** A day with two shifts; times are HH:MM or empty. */
export interface DayHours {
  weekday: string
  weekdayEn: (typeof days)[number][0]
  startTimeA: string
  endTimeA: string
  startTimeB: string
  endTimeB: string
}

/** Whether each day is stored. One that is not is open all day. */
export const isWholeWeek = (schedules: readonly DayHours[] = []): boolean =>
  days.every(([weekdayEn]) => schedules.some((entry) => entry.weekdayEn === weekdayEn))

/** The week for the editor: every day once and in order. Without any stored day, the default hours. */
export function sevenDays(schedules: readonly DayHours[] = []): DayHours[] {
  return days.map(
    ([weekdayEn, weekday]) =>
      schedules.find((entry) => entry.weekdayEn === weekdayEn) ?? { weekday, weekdayEn, ...usual },
  )
}

/**
 * Days that are not stored yet are shown with the usual hours, and saved with them. `kept`: the values with the days as they
 * are stored.
 */
export function proposedHours<T extends { schedules: DayHours[] }>(
  stored: { schedules: DayHours[] } | undefined,
  shown: T,
): { isProposed: boolean; kept: T } {
  if (!stored) return { isProposed: false, kept: shown }
  return { isProposed: !isWholeWeek(stored.schedules), kept: { ...shown, schedules: stored.schedules } }
}
