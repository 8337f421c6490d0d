/** docs/requirements/back-office.md, section 9: on all seven days, in two shifts. */
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

/** A day in two shifts; HH:MM, or empty. */
export interface DayHours {
  weekday: string
  weekdayEn: (typeof days)[number][0]
  startTimeA: string
  endTimeA: string
  startTimeB: string
  endTimeB: string
}

/** A week as the editor needs it: every day once, in order. Where nothing was chosen yet, the usual hours. */
export function sevenDays(schedules: readonly DayHours[] = []): DayHours[] {
  return days.map(
    ([weekdayEn, weekday]) =>
      schedules.find((entry) => entry.weekdayEn === weekdayEn) ?? { weekday, weekdayEn, ...usual },
  )
}
