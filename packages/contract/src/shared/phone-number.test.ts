import { describe, expect, test } from 'vitest'
import { readNumber } from './phone-number.ts'

describe('a phone number is read', () => {
  test.each([
    '5531987654321',
    '+55 (31) 98765-4321',
    '(31) 98765-4321',
    '31 9 8765-4321',
    '31.98765.4321',
    '031 98765-4321',
    '0 15 31 98765-4321',
    '+55 031 98765-4321',
    '0055 31 98765-4321',
    '55 31 8765-4321',
    '31 8765-4321',
    '5531987654321.0',
    '\u2068+55 31 98765\u20114321\u2069'.replace('\u2011', '-'),
    'whatsapp:+5531987654321',
  ])('of a Brazilian mobile phone: %s', (written) => {
    expect(readNumber(written)).toEqual({ number: '5531987654321' })
  })

  test.each([
    ['(31) 3222-1234', '553132221234'],
    ['+55 31 3222 1234', '553132221234'],
    ['0 31 3222-1234', '553132221234'],
    ['0 21 31 3222-1234', '553132221234'],
    // An area code that is the country code too.
    ['55 98765-4321', '5555987654321'],
    ['(55) 3222-1234', '555532221234'],
    ['55 55 98765-4321', '5555987654321'],
    // No ninth digit is added to a land line.
    ['11 5555-1234', '551155551234'],
  ])('of Brazil: %s', (written, number) => {
    expect(readNumber(written)).toEqual({ number })
  })

  test.each([
    ['+1 202 555 0123', '12025550123'],
    ['1 202 555 0123', '12025550123'],
    ['+351 912 345 678', '351912345678'],
    ['5491123456789', '5491123456789'],
    ['+49 30 123456', '4930123456'],
  ])('of another country, as it is: %s', (written, number) => {
    expect(readNumber(written)).toEqual({ number })
  })

  test.each([
    ['', 'required'],
    ['  ', 'required'],
    ['1,19E+12', 'excel'],
    ['5.51199E+12', 'excel'],
    ['5E12', 'excel'],
    ['98765-4321', 'noAreaCode'],
    ['3222-1234', 'noAreaCode'],
    ['(20) 98765-4321', 'areaCode'],
    ['55 23 98765-4321', 'areaCode'],
    ['31 18765-4321', 'invalid'],
    ['1234', 'invalid'],
    ['31 98765-4321 ou 98765-4322', 'invalid'],
    ['Rita', 'invalid'],
    ['+0123456789', 'invalid'],
    ['1'.repeat(16), 'invalid'],
  ])('or refused with the reason: %s', (written, problem) => {
    expect(readNumber(written)).toEqual({ problem })
  })
})
