import { describe, expect, test } from 'vitest'
import { unbounded } from '#test/campaigns/unbounded-sending'
import { forecastOf } from './forecast.ts'
import type { GuardRow } from './guards.repository.ts'

const row: GuardRow = {
  connection_id: 1,
  channel: 'whatsapp',
  portfolio: null,
  tier: null,
  quality: null,
  reached: 0,
  sharing: 0,
  frees_at: null,
  name: 'Linha',
  is_connected: true,
  timezone: 'America/Sao_Paulo',
  now: Date.parse('2026-11-26T10:00:00-03:00'),
  // A Thursday.
  today: '2026-11-26',
  tomorrow: new Date('2026-11-27T00:00:00-03:00'),
  warm_days: 0,
  strangers_per_day: null,
  known_per_day: null,
  quiet_from: null,
  quiet_until: null,
  quiet_sundays: false,
  quiet_holidays: false,
  several_campaigns: false,
  pause_reason: null,
  paused_at: null,
  strangers: 5,
  known: 2,
  by_people: 0,
  limited_until: null,
}
const usual = {
  ...unbounded,
  firstStrangers: 20,
  strangersPerDay: 30,
  knownPerDay: 100,
  quietHours: { from: '20:00', until: '08:00' },
}
const days = { hasNational: false, opened: [], days: [{ day: '2026-11-28', isOpen: false, isYearly: false }] }
const forecast = (more: Partial<GuardRow> = {}, from = row.now) =>
  forecastOf({ ...row, ...more }, usual, { days, from }).days

const times = (day: ReturnType<typeof forecast>[number] | undefined) =>
  day?.windows.map(({ from, until }) => [new Date(from).toISOString(), new Date(until).toISOString()])

describe('what a number may do on the next days', () => {
  test('begins with what is left of today, and then grows to the ceiling', () => {
    const found = forecast()
    expect(found.slice(0, 4).map(({ strangers, known }) => [strangers, known])).toEqual([
      [15, 98],
      [25, 100],
      [30, 100],
      [30, 100],
    ])
    expect(found).toHaveLength(60)
    // The company allows less.
    expect(forecast({ strangers_per_day: 10 })[1]).toMatchObject({ strangers: 10 })
  })

  test('is between the quiet hours of the installation and those of the company', () => {
    const [today, tomorrow] = forecast({ quiet_from: '12:00', quiet_until: '13:30' })
    expect(times(today)).toEqual([
      ['2026-11-26T13:00:00.000Z', '2026-11-26T15:00:00.000Z'],
      ['2026-11-26T16:30:00.000Z', '2026-11-26T23:00:00.000Z'],
    ])
    expect(times(tomorrow)).toEqual([
      ['2026-11-27T11:00:00.000Z', '2026-11-27T15:00:00.000Z'],
      ['2026-11-27T16:30:00.000Z', '2026-11-27T23:00:00.000Z'],
    ])
  })

  test('is nothing on quiet Sundays and holidays', () => {
    const windows = forecast({ quiet_sundays: true, quiet_holidays: true }).map((day) => day.windows.length)
    expect(windows.slice(0, 5)).toEqual([1, 1, 0, 0, 1])
  })

  test('of a later start is that of its days', () => {
    const [first] = forecast({}, Date.parse('2026-11-27T21:00:00-03:00'))
    expect(first).toMatchObject({ strangers: 25, windows: [] })
  })

  test('begins after a limit of the network', () => {
    const [today, tomorrow] = forecast({ limited_until: new Date('2026-11-27T09:00:00-03:00') })
    expect(times(today)).toEqual([])
    expect(times(tomorrow)).toEqual([['2026-11-27T12:00:00.000Z', '2026-11-27T23:00:00.000Z']])
  })

  test('is nothing until a person ends a pause', () => {
    expect(forecastOf({ ...row, pause_reason: 'optOuts' }, usual, { days, from: row.now })).toEqual({
      isPaused: true,
      isLimited: false,
      days: [],
    })
  })
})
