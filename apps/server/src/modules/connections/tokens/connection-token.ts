import { randomInt } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const length = 30

/** 30 characters of A-Z and 0-9 (docs/requirements/back-office.md, section 9). */
export const newToken = (): string => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** Existing clients create tokens themselves and send them. Anything else, especially a masked token, is ignored. */
export const isToken = (text: string): boolean => new RegExp(`^[${letters}]{${length}}$`).test(text)
