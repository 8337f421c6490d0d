const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' })
const moment = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** "2026-11-21", in São Paulo. */
export const localDay = (date: Date): string => day.format(date)

/** "2026-11-21 12:03:00", in São Paulo. */
export const localMoment = (date: Date): string => moment.format(date)
