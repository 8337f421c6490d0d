import { brazilianHolidays } from '@guiche/contract'
import { expect, test } from 'vitest'
import { brazilianHolidaysOf } from './brazilian-holidays.ts'

const daysOf = (year: number) => Object.fromEntries(brazilianHolidaysOf(year).map(({ holiday, day }) => [holiday, day]))

// As the Brazilian government published them, and for later years by the published dates of Easter.
test.each([
  [2024, '02-12', '02-13', '03-29', '05-30'],
  [2025, '03-03', '03-04', '04-18', '06-19'],
  [2026, '02-16', '02-17', '04-03', '06-04'],
  [2027, '02-08', '02-09', '03-26', '05-27'],
  [2028, '02-28', '02-29', '04-14', '06-15'],
  [2029, '02-12', '02-13', '03-30', '05-31'],
  // The latest and the earliest Easter of a century.
  [2038, '03-08', '03-09', '04-23', '06-24'],
  [2285, '02-02', '02-03', '03-20', '05-21'],
])(
  'in %i Carnival is on %s and %s, Good Friday on %s and Corpus Christi on %s',
  (year, monday, tuesday, friday, corpus) => {
    expect(daysOf(year)).toMatchObject({
      carnivalMonday: `${year}-${monday}`,
      carnivalTuesday: `${year}-${tuesday}`,
      goodFriday: `${year}-${friday}`,
      corpusChristi: `${year}-${corpus}`,
    })
  },
)

test.each([
  ['newYear', '2026-01-01'],
  ['tiradentes', '2026-04-21'],
  ['labor', '2026-05-01'],
  ['independence', '2026-09-07'],
  ['aparecida', '2026-10-12'],
  ['allSouls', '2026-11-02'],
  ['republic', '2026-11-15'],
  ['blackAwareness', '2026-11-20'],
  ['christmas', '2026-12-25'],
])('%s is on %s', (holiday, day) => {
  expect(daysOf(2026)[holiday]).toBe(day)
})

test('a year has each holiday once, in the order of the contract but for those that move', () => {
  expect(brazilianHolidaysOf(2026).map(({ holiday }) => holiday)).toEqual(brazilianHolidays)
})
