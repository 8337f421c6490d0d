import { describe, expect, test } from 'vitest'
import { bodyOf, checkConnection, redirectTimes, valuesOf } from './connection-values.ts'

const missing = 'a greeting is needed'
const texts = { greetingMissing: missing, importSinceWrong: '', importUntilWrong: '' }
const filled = { ...valuesOf(undefined, true), name: 'Site' }

describe('a connection', () => {
  test('needs a greeting if the customer has to choose a queue', () => {
    expect(checkConnection({ ...filled, queueIds: ['1'] }, texts)).toEqual({})
    expect(checkConnection({ ...filled, queueIds: ['1', '2'] }, texts)).toEqual({ greetingMessage: missing })
    expect(checkConnection({ ...filled, queueIds: ['1', '2'], greetingMessage: 'Olá' }, texts)).toEqual({})
  })

  test('needs a name of at least two letters and complete site URLs', () => {
    const webChat = { ...filled.webChat, origins: ['loja.com.br'] }

    expect(Object.keys(checkConnection({ ...filled, name: 'S', webChat }, texts))).toEqual([
      'name',
      'webChat.origins.0',
    ])
  })

  test('needs numbers and texts that can be stored, on any of its tabs', () => {
    const long = 'a'.repeat(70_000)
    expect(
      Object.keys(checkConnection({ ...filled, expiresTicketNPS: 99_999_999_999, inactiveMessage: long }, texts)),
    ).toEqual(['inactiveMessage', 'expiresTicketNPS'])
    expect(checkConnection({ ...filled, expiresTicket: '', timeCreateNewTicket: 0 }, texts)).toEqual({})
  })

  test('is the default if it is the first', () => {
    expect(valuesOf(undefined, true).isDefault).toBe(true)
    expect(valuesOf(undefined, false).isDefault).toBe(false)
  })

  test('starts with the default hours on all seven days', () => {
    expect(filled.schedules.map(({ weekdayEn }) => weekdayEn)).toHaveLength(7)
    expect(filled.schedules[6]).toMatchObject({ weekdayEn: 'sunday', startTimeA: '08:00', endTimeB: '18:00' })
  })

  test('sends each redirect time as a number of minutes', () => {
    expect(redirectTimes.map((minutes) => bodyOf({ ...filled, timeSendQueue: String(minutes) }).timeSendQueue)).toEqual(
      [0, 5, 10, 15, 20, 25, 30, 60],
    )
  })
})
