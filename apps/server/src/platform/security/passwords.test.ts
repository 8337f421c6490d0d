import { describe, expect, test } from 'vitest'
import { argon2Load, hashPassword, isAcceptable, isPassword } from './passwords.ts'

describe('a password', () => {
  test.each([
    ['abc12', false, false],
    ['Curta-1', false, false],
    ['oito-let', true, false],
    ['abcd', false, false],
    ['12345', false, false],
    ['Mudar123', false, false],
    ['FLAMENGO', false, false],
    ['correct horse battery staple', true, false],
    ['semmaiuscula-9', true, false],
    ['SEMMINUSCULA-9', true, false],
    ['Bem-Comprida-9', true, true],
    ['Ünïcode-sénha', true, true],
  ])('%s: accepted for a user %s, for an admin %s', (password, forUser, forAdmin) => {
    expect(isAcceptable(password, { strong: false })).toBe(forUser)
    expect(isAcceptable(password, { strong: true })).toBe(forAdmin)
  })

  test('is stored as a costly hash with a salt of its own', async () => {
    const [first, second] = await Promise.all([hashPassword('Bem-Comprida-9'), hashPassword('Bem-Comprida-9')])

    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(first).not.toBe(second)
  })

  test('matches only if all 64 characters are equal, and never without a hash', async () => {
    const long = `${'ß'.repeat(63)}x`
    const hashed = await hashPassword(long)

    expect(await isPassword(long, hashed)).toBe(true)
    for (const wrong of [`${'ß'.repeat(63)}y`, long.slice(0, -1), `${long} `, long.toUpperCase(), ''])
      expect(await isPassword(wrong, hashed)).toBe(false)
    expect(await isPassword(long, undefined)).toBe(false)
  })
})

test('password checks beyond the limit are refused as busy', async () => {
  const hashed = await hashPassword('Bem-Comprida-9')
  const most = argon2Load.atOnce + argon2Load.maxWaiting

  const checks = await Promise.allSettled(Array.from({ length: most + 40 }, () => isPassword('Bem-Comprida-9', hashed)))

  expect(checks.filter(({ status }) => status === 'fulfilled')).toHaveLength(most)
  for (const { reason } of checks.filter((check) => check.status === 'rejected'))
    expect(reason).toMatchObject({ code: 'ERR_BUSY', status: 503, details: { retryAfter: expect.any(Number) } })
  expect(await isPassword('Bem-Comprida-9', hashed)).toBe(true)
})
