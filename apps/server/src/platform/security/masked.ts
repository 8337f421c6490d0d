import { secretMask } from '@guiche/contract'

const shown = 4

/** What is stored beside a sealed secret to be shown behind the mask. Of a short one not even the end is shown. */
export const endingOf = (secret: string): string => (secret.length >= 3 * shown ? secret.slice(-shown) : '')

/** What people see of a secret (S63). */
export const maskedEnding = (ending: string): string => `${secretMask}${ending}`
export const isMasked = (given: unknown): boolean => typeof given === 'string' && given.startsWith(secretMask)

/** Nothing for a secret that there is not. */
export const maskedSecret = (secret: string): string => (secret === '' ? '' : maskedEnding(endingOf(secret)))

/** The secret after a change: a mask, or nothing, leaves the stored one. */
export const keptSecret = (given: string | undefined, stored: string): string =>
  given === undefined || isMasked(given) ? stored : given
