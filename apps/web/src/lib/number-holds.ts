import type { HoldReason, NumberGuardView } from '@guiche/contract'

const badSigns: ReadonlySet<HoldReason> = new Set(['failures', 'optOuts', 'logout', 'quality'])

/** Until an admin lets it go on. */
export const isPaused = ({ hold }: Pick<NumberGuardView, 'hold'>): boolean => hold !== null && badSigns.has(hold.reason)
