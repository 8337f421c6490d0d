import { randomInt } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const length = 30

/** 30 characters of A-Z and 0-9 (docs/requirements/back-office.md, section 9). */
export const newToken = (): string => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** The dialog creates tokens itself and sends them. Anything else, especially a masked token, is ignored. */
export const isToken = (text: string): boolean => new RegExp(`^[${letters}]{${length}}$`).test(text)

const mask = '••••'

/** What people see who may not see the token (S63). */
export const maskToken = (token: string): string => (token === '' ? '' : `${mask}${token.slice(-4)}`)

export const maskedEnding = (ending: string): string => `${mask}${ending}`
export const isMasked = (token: string): boolean => token.startsWith(mask)
