import { beforeAll, describe, expect, test } from 'vitest'
import i18next from 'i18next'
import { formatOf } from '../../lib/format.ts'
import { changeOf, errorsOf, inputOf, valuesOf } from './schedule-values.ts'

// Half past nine in the evening in São Paulo, the next day in UTC.
const now = Date.parse('2026-11-24T00:30:00Z')
const format = formatOf('pt', 'America/Sao_Paulo', () => now)
const fresh = (given = {}) => valuesOf(undefined, given, format, now)

beforeAll(() => i18next.init({ lng: 'pt', resources: {} }))

describe('a new scheduled message', () => {
  test('is for an hour from now in the zone of the company', () => {
    expect(fresh()).toMatchObject({ day: '2026-11-23', hour: '22:30', recurrence: 'none', whatsappId: '' })
  })

  test('takes the day that is shown, unless that has passed', () => {
    expect(fresh({ day: '2026-12-05' }).day).toBe('2026-12-05')
    expect(fresh({ day: '2026-11-01' }).day).toBe('2026-11-23')
  })
})

test('the local time is sent, and only what has changed', () => {
  const before = { ...fresh({ contactId: 7 }), body: 'Até amanhã' }

  expect(inputOf(before)).toEqual({
    contactId: 7,
    body: 'Até amanhã',
    sendAt: '2026-11-23T22:30',
    recurrence: 'none',
    recursUntil: null,
    whatsappId: null,
    template: null,
  })
  expect(changeOf(before, { ...before, hour: '23:00' })).toEqual({ sendAt: '2026-11-23T23:00' })
  expect(changeOf(before, { ...before, removesMedia: true, whatsappId: '3' })).toEqual({
    removeMedia: true,
    whatsappId: 3,
  })
})

describe('the rules', () => {
  const wrong = (change: object) =>
    Object.keys(errorsOf({ ...fresh({ contactId: 7 }), body: 'Até amanhã', ...change }, format, now, 'passou'))

  test.each([
    ['nothing', {}, []],
    ['no contact', { contactId: null }, ['contactId']],
    ['a text of four letters', { body: ' Oi !  ' }, ['body']],
    ['no day', { day: null }, ['day']],
    ['no hour', { hour: '' }, ['hour']],
    ['a time that has passed', { hour: '21:29' }, ['hour']],
    ['the minute that has begun', { hour: '21:30' }, []],
  ])('%s', (_what, change, fields) => {
    expect(wrong(change)).toEqual(fields)
  })
})
