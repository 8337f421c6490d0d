import { describe, expect, test } from 'vitest'
import { formatOf } from './format.ts'
import { phoneText } from './phone.ts'

const now = Date.parse('2026-11-21T15:00:00Z')
const sampa = formatOf('pt', 'America/Sao_Paulo', () => now)

describe('dates', () => {
  test.each(['pt', 'en', 'es', 'tr'] as const)('are DD/MM/YYYY HH:mm in %s, in the company’s time zone', (language) => {
    const format = formatOf(language, 'America/Sao_Paulo', () => now)
    expect(format.dateTime('2026-11-21T02:05:00Z')).toBe('20/11/2026 23:05')
    expect(format.tableTime('2026-11-21T02:05:00Z')).toBe('20/11/26 23:05')
  })

  test("are called today and yesterday by the company's calendar days", () => {
    expect(sampa.dayName('2026-11-21T03:00:00Z')).toBe('Hoje')
    expect(sampa.dayName('2026-11-21T02:59:00Z')).toBe('Ontem')
    expect(sampa.dayName('2026-11-20T02:59:00Z')).toBe('19/11/2026')
    expect(formatOf('tr', 'America/Sao_Paulo', () => now).dayName('2026-11-21T02:59:00Z')).toBe('Dün')
  })

  test('in a list are the time today and the date before that', () => {
    expect(sampa.moment('2026-11-21T14:42:00Z')).toBe('11:42')
    expect(sampa.moment('2026-11-20T14:42:00Z')).toBe('Ontem')
  })

  test('handle midnight', () => {
    expect(sampa.time('2026-11-21T03:00:00Z')).toBe('00:00')
  })
})

test.each([
  ['pt', 'novembro de 2026', 'nov.'],
  ['en', 'November 2026', 'Nov'],
  ['es', 'noviembre de 2026', 'nov'],
  ['tr', 'Kasım 2026', 'Kas'],
] as const)('a month in %s is %s, in short %s, in every time zone', (language, long, short) => {
  for (const zone of ['America/Sao_Paulo', 'Pacific/Auckland']) {
    const format = formatOf(language, zone, () => now)
    expect([format.month('2026-11'), format.shortMonth('2026-11')]).toEqual([long, short])
  }
})

test.each([
  [0, 'R$ 0'],
  [250, 'R$ 250'],
  [25_000, 'R$ 25 mil'],
  [2_500_000, 'R$ 2,5 mi'],
])('%d on an axis is %s', (amount, text) => {
  expect(sampa.shortMoney(amount).replace(/\s/g, ' ')).toBe(text)
})

describe('durations', () => {
  test('to come are a time within a day, and later a date too', () => {
    expect(sampa.ahead('2026-11-22T11:00:00Z')).toBe('08:00')
    expect(sampa.ahead('2026-11-23T11:00:00Z')).toBe('23/11/2026 08:00')
  })

  test('are relative times in words', () => {
    expect(sampa.relative('2026-11-21T14:55:00Z')).toBe('há 5 minutos')
    expect(sampa.relative('2026-11-21T14:59:30Z')).toBe('agora')
  })

  test.each([
    [30_000, '0 min'],
    [13 * 60_000, '13 min'],
    [3 * 3_600_000 + 5, '3 h'],
    [49 * 3_600_000, '2 dias'],
  ])('%d ms are %s', (milliseconds, text) => {
    expect(sampa.duration(milliseconds).replace(/\s/g, ' ')).toBe(text)
  })

  test.each([
    [12 * 60_000, '12 min'],
    [23 * 3_600_000 + 41 * 60_000 + 59_000, '23 h 41 min'],
    [24 * 3_600_000, '24 h'],
    [50 * 3_600_000, '2 dias'],
  ])('of which %d ms are left count down to the minute as %s', (milliseconds, text) => {
    expect(sampa.countdown(milliseconds).replace(/\s/g, ' ')).toBe(text)
  })
})

test.each([
  [0, '0 B'],
  [512, '512 B'],
  [1536, '1,5 kB'],
  [1_468_006, '1,4 MB'],
  [52_428_800, '50 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sampa.fileSize(bytes).replace(/\s/g, ' ')).toBe(text)
})

test.each([
  ['5511988124407', { text: '+55 11 98812-4407' }],
  ['551138152040', { text: '+55 11 3815-2040' }],
  ['14155550123', { text: '+1 415 555-0123' }],
  ['+90 532 111 22 33', { text: '+90 532 111 2233' }],
  ['••••988124••07', { text: '••••988124••07' }],
  ['', { problem: 'ui.phone.missing' }],
  [null, { problem: 'ui.phone.missing' }],
  ['12345', { problem: 'ui.phone.invalid' }],
] as const)('the number %s is shown as %o', (number, shown) => {
  expect(phoneText(number)).toEqual(shown)
})
