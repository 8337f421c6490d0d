/**
 * The day (YYYY-MM-DD) that somebody typed as DD/MM/YYYY; null if it is none. The library's own parser takes the first
 * number for the month.
 */
export function typedDay(text: string): string | null {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? []
  const typed = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${typed}T00:00:00Z`)
  // 31/02 would become a day of March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(typed) ? typed : null
}
