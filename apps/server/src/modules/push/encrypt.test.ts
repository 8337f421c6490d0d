import { expect, test } from 'vitest'
import { encryptFor } from './encrypt.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('a message is encrypted as in the example of the standard (RFC 8291, section 5)', () => {
  const browser = {
    p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  const chosen = {
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  }

  expect(encryptFor(browser, 'When I grow up, I want to be a watermelon', chosen).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('two messages with the same text have nothing in common', () => {
  const browser = {
    p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  const [one, other] = [encryptFor(browser, 'Olá'), encryptFor(browser, 'Olá')]

  expect(one.subarray(0, 16)).not.toEqual(other.subarray(0, 16))
  expect(one.subarray(21)).not.toEqual(other.subarray(21))
})
