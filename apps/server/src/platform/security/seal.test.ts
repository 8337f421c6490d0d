import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

const key = randomBytes(32)

test('sealed text is unreadable and is decrypted only with its own additional data', () => {
  const sealed = seal(key, 'the private key', '1:7:session')

  expect(sealed.includes('private')).toBe(false)
  expect(unseal(key, sealed, '1:7:session')).toBe('the private key')
  expect(() => unseal(key, sealed, '2:7:session')).toThrow('authenticate')
  expect(() => unseal(randomBytes(32), sealed, '1:7:session')).toThrow('authenticate')
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
  expect(() => unseal(key, sealed, '1:7:session')).toThrow('authenticate')
})

test('the same text is sealed differently each time', () => {
  expect(seal(key, 'a', 'p').equals(seal(key, 'a', 'p'))).toBe(false)
})
