import { randomInt } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const length = 30

/** 30 characters of A-Z and 0-9 (docs/requirements/back-office.md, section 9). */
export const newToken = (): string => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** The dialog makes one by itself and sends it. Anything else, a masked one above all, is not a token. */
export const isToken = (text: string): boolean => new RegExp(`^[${letters}]{${length}}$`).test(text)

/** All that is shown of a token to who may not have it (S63). */
export const maskToken = (token: string): string => (token === '' ? '' : `••••${token.slice(-4)}`)
