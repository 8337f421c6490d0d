import type { AnswerWindow } from '@guiche/contract'

/**
 * Whether texts may go to the customer: `open` for everybody, `late` from people only, `closed` after that, `unopened` before
 * the customer has written at all.
 */
export type WindowState = 'open' | 'late' | 'closed' | 'unopened'

/** `window`: null means that the network lets everybody answer at any time. */
export function stateOfWindow(window: AnswerWindow | undefined, now: number): WindowState {
  if (!window) return 'open'
  if (window.until === null) return 'unopened'
  if (Date.parse(window.until) <= now) return 'closed'
  return window.usualUntil !== null && Date.parse(window.usualUntil) <= now ? 'late' : 'open'
}

export const isShut = (state: WindowState): state is 'closed' | 'unopened' => state === 'closed' || state === 'unopened'
