import { expect, test } from 'vitest'
import { typedDay } from './typed-day.ts'

test.each([
  ['10/03/2031', '2031-03-10'],
  [' 1/2/2031 ', '2031-02-01'],
  ['31/12/2031', '2031-12-31'],
  ['29/02/2032', '2032-02-29'],
])('%j is the day %s', (text, day) => {
  expect(typedDay(text)).toBe(day)
})

test.each(['', '10/03', '10/03/31', '12/31/2031', '31/02/2031', '29/02/2031', '0/1/2031', '2031-03-10', 'amanhã'])(
  '%j is no day',
  (text) => {
    expect(typedDay(text)).toBeNull()
  },
)
