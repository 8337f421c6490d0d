/** A time zone in which it is between this hour and the next one now. */
export function zoneWhere(hour: number): string {
  const ahead = hour - new Date().getUTCHours()
  // The zones go from 12 hours behind to 14 hours ahead.
  const offset = ahead < -12 ? ahead + 24 : ahead > 14 ? ahead - 24 : ahead
  if (offset === 0) return 'Etc/GMT'
  // Their names have the opposite sign.
  return offset > 0 ? `Etc/GMT-${offset}` : `Etc/GMT+${-offset}`
}
