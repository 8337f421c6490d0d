/** Times as cells: YYYY-MM-DD HH:MM:SS, which sorts as text. */
export function timesIn(timeZone: string): (time: Date | null) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (time) => (time === null ? '' : format.format(time))
}
