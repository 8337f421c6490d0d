import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BrCode, checksumOf, makeBrCode, readBrCode } from './br-code.ts'

const manual: [string, BrCode] = [
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
  {
    key: '123e4567-e12b-12d1-a456-426655440000',
    url: undefined,
    amountCents: undefined,
    receiver: 'Fulano de Tal',
    city: 'BRASILIA',
    txid: undefined,
  },
]

const withAmount: [string, BrCode] = [
  '00020126440014br.gov.bcb.pix0122financeiro@example.com520400005303986540549.005802BR5913EMPRESA TESTE6009SAO PAULO62130509FATURA12363045002',
  {
    key: 'financeiro@example.com',
    url: undefined,
    amountCents: 4900,
    receiver: 'EMPRESA TESTE',
    city: 'SAO PAULO',
    txid: 'FATURA123',
  },
]

const dynamic: [string, BrCode] = [
  '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca255204000053039865802BR5913EMPRESA TESTE6009SAO PAULO62070503***63042BF6',
  {
    key: undefined,
    url: 'pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca25',
    amountCents: undefined,
    receiver: 'EMPRESA TESTE',
    city: 'SAO PAULO',
    txid: undefined,
  },
]

/** Its checksum is right, but field 62 declares eight characters and has seven. */
const wrongLength =
  '00020126360014BR.GOV.BCB.PIX0114+5511943214321520400005303986540566.665802BR5907EMPRESA6008BRASILIA62080503***6304170E'

const vectors = [manual, withAmount, dynamic]

describe('a BR Code', () => {
  test('has the checksum CRC-16/CCITT-FALSE', () => {
    expect(checksumOf('123456789')).toBe('29B1')
  })

  test.each(vectors)('is read: %s', (text, code) => {
    expect(readBrCode(text)).toEqual({ isValid: true, code })
  })

  test.each(vectors)('is made: %s', (text, code) => {
    expect(makeBrCode(code)).toBe(text)
  })

  test('with a wrong length is refused, although its checksum is right', () => {
    expect(checksumOf(wrongLength.slice(0, -4))).toBe(wrongLength.slice(-4))
    expect(readBrCode(wrongLength)).toEqual({ isValid: false, problem: 'structure' })
  })

  test('with the right length instead is accepted, with its name in capitals', () => {
    const body = wrongLength.slice(0, -4).replace('62080503***', '62070503***')
    expect(readBrCode(body + checksumOf(body))).toMatchObject({ isValid: true, code: { key: '+5511943214321' } })
  })

  test('in which any one character was changed or lost is refused', () => {
    for (const [text] of vectors) {
      for (let at = 0; at < text.length; at++) {
        const other = text[at] === '7' ? '8' : '7'
        expect(readBrCode(text.slice(0, at) + other + text.slice(at + 1)).isValid).toBe(false)
        expect(readBrCode(text.slice(0, at) + text.slice(at + 1)).isValid).toBe(false)
      }
    }
  })

  test('may have fields that we do not know', () => {
    const body = dynamic[0].slice(0, -8).concat('80180014br.gov.bcb.pix', '6304')
    expect(readBrCode(body + checksumOf(body))).toEqual({ isValid: true, code: dynamic[1] })
  })

  test('counts characters, and its checksum bytes', () => {
    const code = { ...manual[1], receiver: 'Conceição 🙂', city: 'SÃO PAULO' }
    expect(makeBrCode(code)).toContain('5911Conceição 🙂6009SÃO PAULO')
    expect(readBrCode(makeBrCode(code))).toEqual({ isValid: true, code })
  })

  test.each([
    ['of another country', ['5802BR', '5802AR']],
    ['in another currency', ['5303986', '5303840']],
    ['of another network', ['br.gov.bcb.pix', 'br.gov.bcb.pox']],
    ['with an amount that is none', ['540549.00', '540549,00']],
    ['with three decimals', ['540549.00', '54059.000']],
    ['without a receiver', ['5913EMPRESA TESTE', '']],
  ])('%s is refused', (_name, [part = '', other = '']) => {
    const body = withAmount[0].slice(0, -4).replace(part, other)
    expect(body).not.toBe(withAmount[0].slice(0, -4))
    expect(readBrCode(body + checksumOf(body))).toEqual({ isValid: false, problem: 'content' })
  })

  test.each(['', '6304', 'https://example.com', '٠٠٠٢٠١', dynamic[0].repeat(2), ` ${dynamic[0]}`])(
    '%o is none',
    (text) => {
      expect(readBrCode(text).isValid).toBe(false)
    },
  )

  test('any text is read without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(readBrCode(text).isValid).toBe(false)
      }),
    )
  })

  test('that was made is read as it was', () => {
    const words = (most: number) => fc.stringMatching(new RegExp(`^[A-Z][A-Z0-9 ]{0,${most - 1}}$`))
    const code = fc.record({
      key: fc.stringMatching(/^[a-z0-9@.+-]{1,77}$/),
      url: fc.constant(undefined),
      amountCents: fc.option(fc.integer({ min: 0, max: 999_999_999_999 }), { nil: undefined }),
      receiver: words(25),
      city: words(15),
      txid: fc.option(fc.stringMatching(/^[A-Za-z0-9]{1,25}$/), { nil: undefined }),
    })
    fc.assert(
      fc.property(code, (one) => {
        expect(readBrCode(makeBrCode(one))).toEqual({ isValid: true, code: one })
      }),
    )
  })

  test.each([
    { key: 'x'.repeat(78) },
    { key: undefined },
    { url: 'pix.example.com/1' },
    { receiver: 'x'.repeat(26) },
    { receiver: '' },
    { city: 'x'.repeat(16) },
    { txid: 'x'.repeat(26) },
  ])('is not made with %o', (change) => {
    expect(() => makeBrCode({ ...manual[1], ...change })).toThrow(RangeError)
  })
})
