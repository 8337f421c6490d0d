import { expect, test } from 'vitest'
import { endingOf, maskedEnding } from '#platform/security/masked'
import { isToken, newToken } from './connection-token.ts'

test('a new token has 30 characters of A-Z and 0-9, and no two are the same', () => {
  const tokens = Array.from({ length: 200 }, newToken)

  expect(tokens.filter((token) => !/^[A-Z0-9]{30}$/.test(token))).toEqual([])
  expect(new Set(tokens).size).toBe(200)
})

test('only a whole token is accepted as one', () => {
  const token = newToken()

  expect(isToken(token)).toBe(true)
  expect(isToken(maskedEnding(endingOf(token)))).toBe(false)
  expect(isToken(token.toLowerCase())).toBe(/^\d+$/.test(token))
  expect(isToken(`${token}\n`)).toBe(false)
  expect(isToken('')).toBe(false)
})

test('at most the last four characters of a token are shown', () => {
  expect(maskedEnding(endingOf('ABCDEFGHIJKLMNOPQRSTUVWXYZ1234'))).toBe('••••1234')
  expect(maskedEnding(endingOf('short'))).toBe('••••')
})
