import { expect, test } from 'vitest'
import { addressOf } from './address.ts'
import { toApiError } from './api-error.ts'
import { pauseBefore } from './live/pause.ts'

test('lists become JSON text, absent values are left out, texts are escaped', () => {
  const query = { queueIds: [1, 2], tags: [], showAll: false, searchParam: 'ção & cia', date: undefined, userId: null }

  expect(addressOf('/tickets', undefined, query)).toBe(
    '/tickets?queueIds=%5B1%2C2%5D&tags=%5B%5D&showAll=false&searchParam=%C3%A7%C3%A3o+%26+cia',
  )
})

test('a path parameter cannot add path segments', () => {
  expect(addressOf('/tickets/u/:uuid', { uuid: '../users' }, undefined)).toBe('/tickets/u/..%2Fusers')
})

test('an error answer is read by its code', () => {
  expect(toApiError(400, '{"error":"ERR_VALIDATION","details":{"name":"tooShort"}}')).toMatchObject({
    status: 400,
    code: 'ERR_VALIDATION',
    details: { name: 'tooShort' },
  })
})

test("a conflict names the ticket's attendant as JSON text", () => {
  const conflict = { userId: 3, user: { name: 'Camila' }, queue: { name: 'Vendas' }, uuid: 'u' }

  expect(toApiError(409, JSON.stringify({ error: JSON.stringify(conflict) }))).toMatchObject({
    code: 'ERR_OTHER_OPEN_TICKET',
    details: conflict,
  })
})

test.each(['', '<html>Bad gateway</html>', '[]', '{"message":"no"}'])(
  'an answer in an unknown format (%s) is an internal error',
  (text) => {
    expect(toApiError(502, text).code).toBe('ERR_INTERNAL')
  },
)

test('Retry-After is kept', () => {
  expect(toApiError(429, '{"error":"ERR_TOO_MANY_REQUESTS"}', '30').retryAfter).toBe(30)
})

test('pauses grow to 15 s and are randomized', () => {
  expect([0, 1, 2, 3, 9].map((failures) => pauseBefore(failures, () => 1))).toEqual([1000, 2000, 4000, 8000, 15_000])
  expect(pauseBefore(4, () => 0)).toBe(7500)
})
