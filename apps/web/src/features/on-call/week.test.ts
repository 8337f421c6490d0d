import { type OnCallView, onCallWeekdays } from '@guiche/contract'
import { expect, test } from 'vitest'
import { hourOf, weekOf } from './week.ts'

const entry = (
  id: number,
  name: string,
  shifts: Partial<Record<string, [string, string]>>,
  afterNotices = 0,
): OnCallView => ({
  id,
  companyId: 1,
  userId: id,
  user: { id, name },
  phone: '5531987654321',
  interval: 1,
  afterNotices,
  createdAt: '',
  updatedAt: '',
  days: onCallWeekdays.map((weekdayEn) => ({
    weekday: '',
    weekdayEn,
    startTime: shifts[weekdayEn]?.[0] ?? null,
    endTime: shifts[weekdayEn]?.[1] ?? null,
  })),
})

const gapsOf = (roster: OnCallView[], weekday: string) =>
  weekOf(roster)
    .find(({ weekdayEn }) => weekdayEn === weekday)
    ?.gaps.map(({ from, to }) => `${hourOf(from)}-${hourOf(to)}`)

test('a day without anybody is one gap, and a day that is covered has none', () => {
  const roster = [entry(1, 'Ana', { Monday: ['00:00', '23:59'] })]

  expect(gapsOf(roster, 'Monday')).toEqual([])
  expect(gapsOf(roster, 'Tuesday')).toEqual(['00:00-24:00'])
})

test('a shift over midnight goes on in the day after, also from Sunday to Monday', () => {
  const roster = [entry(1, 'Ana', { Sunday: ['22:00', '05:59'] })]

  expect(gapsOf(roster, 'Sunday')).toEqual(['00:00-22:00'])
  expect(gapsOf(roster, 'Monday')).toEqual(['06:00-24:00'])
})

test('shifts of several people leave only what none of them covers', () => {
  const roster = [
    entry(1, 'Ana', { Friday: ['08:00', '12:59'] }),
    entry(2, 'Bia', { Friday: ['10:00', '17:59'] }),
    entry(3, 'Carla', { Friday: ['20:00', '20:00'] }),
  ]

  expect(gapsOf(roster, 'Friday')).toEqual(['00:00-08:00', '18:00-20:00'])
  expect(gapsOf(roster, 'Saturday')).toEqual(['20:01-24:00'])
})

test('who is called after others leaves a gap where there are no others', () => {
  const roster = [
    entry(1, 'Ana', { Monday: ['08:00', '17:59'] }),
    entry(2, 'Bia', { Monday: ['00:00', '23:59'], Tuesday: ['08:00', '17:59'] }, 2),
  ]

  expect(gapsOf(roster, 'Monday')).toEqual(['00:00-08:00', '18:00-24:00'])
  expect(gapsOf(roster, 'Tuesday')).toEqual(['00:00-24:00'])
})
