/** How long nobody has written, and what the connection is set to. All in seconds. */
export interface Silence {
  /** Since the last message, or since the ticket was accepted. */
  silentFor: number
  /** Since the warning; undefined: there was none since the last message. */
  warnedFor: number | undefined
  isCustomerLast: boolean
  /** 0: no warning. */
  warnAfter: number
  hasWarning: boolean
  /** After the warning; 0: never. */
  closeAfter: number
  /** Only silence of the customer counts (`whenExpiresTicket` 1). */
  onlyCustomer: boolean
}

/** `wait`: nothing is due; `look`: in so many seconds. */
export type Step = { do: 'warn' } | { do: 'close' } | { do: 'wait'; look: number }

/** In seconds. A warning that comes later than this is left out (docs/requirements/service.md, section 18). */
export const latest = 5 * 60

/** What the silence in an open ticket leads to (docs/requirements/service.md, section 14). */
export function stepOf(silence: Silence): Step {
  const { silentFor, warnedFor, isCustomerLast, warnAfter, hasWarning, closeAfter, onlyCustomer } = silence
  const warns = warnAfter > 0 && hasWarning
  const closeAt = warnAfter + closeAfter
  const first = warns ? warnAfter : closeAt
  // An answer of the attendant begins the time, and can be due no sooner than this.
  if (onlyCustomer && isCustomerLast) return { do: 'wait', look: first }
  if (warnedFor !== undefined) {
    if (closeAfter === 0) return { do: 'wait', look: first }
    return warnedFor >= closeAfter ? { do: 'close' } : { do: 'wait', look: closeAfter - warnedFor }
  }
  if (closeAfter > 0 && silentFor >= closeAt) return { do: 'close' }
  if (silentFor < first) return { do: 'wait', look: first - silentFor }
  if (warns && silentFor <= warnAfter + latest) return { do: 'warn' }
  return { do: 'wait', look: closeAfter > 0 ? closeAt - silentFor : first }
}
