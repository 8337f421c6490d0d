import type { ChargeView } from '@guiche/contract'

/** In seconds. The server gives out no code that can be paid for less time. */
const least = 300

/**
 * How long a code can still be paid when it arrives, in seconds. The clock of this machine may be wrong, so what cannot
 * be is corrected.
 */
export function secondsLeft({ expiresAt, calendario }: Pick<ChargeView, 'expiresAt' | 'calendario'>, now: number) {
  const left = Math.round((Date.parse(expiresAt) - now) / 1000)
  return Math.min(Math.max(left, least), Math.max(calendario.expiracao, least))
}
