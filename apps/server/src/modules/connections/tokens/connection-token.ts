import { randomInt } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const length = 30

/** 30 characters of A-Z and 0-9 (docs/requirements/back-office.md, section 9). */
export const newToken = (): string => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** Existing clients create tokens themselves and send them. Anything else, especially a masked token, is ignored. */
export const isToken = (text: string): boolean => new RegExp(`^[${letters}]{${length}}$`).test(text)

const mask = '••••'
const shown = 4

/** What is stored beside a sealed token to be shown behind the mask. Of a short token not even the end is shown. */
export const endingOf = (token: string): string => (token.length >= 3 * shown ? token.slice(-shown) : '')

/** What people see of a secret token (S63). */
export const maskedEnding = (ending: string): string => `${mask}${ending}`
export const isMasked = (token: string): boolean => token.startsWith(mask)
