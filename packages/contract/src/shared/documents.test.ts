import { describe, expect, test } from 'vitest'
import { Document, isDocument } from './documents.ts'

describe('a CPF or CNPJ', () => {
  test.each([
    ['529.982.247-25', '52998224725'],
    ['111.444.777-35', '11144477735'],
    ['12345678909', '12345678909'],
    ['11.222.333/0001-81', '11222333000181'],
    ['00.000.000/0001-91', '00000000000191'],
    ['12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['12.abc.345/01de-35', '12ABC34501DE35'],
    [' 12 ABC 345 01DE 35 ', '12ABC34501DE35'],
  ])('is accepted as %s, and kept without punctuation', (written, plain) => {
    expect(Document.parse(written)).toBe(plain)
  })

  test.each([
    '',
    '   ',
    '529.982.247-24',
    '111.111.111-11',
    '000.000.000-00',
    '11.222.333/0001-80',
    '00.000.000/0000-00',
    '12.ABC.345/01DE-36',
    // Check digits are never letters, and a CPF has none.
    '12ABC34501DE3A',
    '5299822472A',
    '52998224725 1',
    '5299822472',
    '112223330001811',
    '１１２２２３３３０００１８１',
    '12ÁBC34501DE35',
  ])('is refused as %j', (written) => {
    expect(isDocument(written)).toBe(false)
  })

  test('is refused if one digit is wrong, whichever it is', () => {
    for (const right of ['52998224725', '11222333000181', '12ABC34501DE35'])
      for (let at = 0; at < right.length; at += 1) {
        const digit = right.charCodeAt(at)
        // The next digit or letter, and the first one after the last.
        const other = digit === 57 ? '0' : digit === 90 ? 'A' : String.fromCharCode(digit + 1)
        expect(isDocument(right.slice(0, at) + other + right.slice(at + 1))).toBe(false)
      }
  })
})
