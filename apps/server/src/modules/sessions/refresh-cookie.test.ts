import { describe, expect, test } from 'vitest'
import type { CookieOptions, HttpDetails } from '#platform/http/routes'
import { isOwnOrigin } from './own-origin.ts'
import { clearRefreshCookie, cookieName, newSecret, setRefreshCookie } from './refresh-cookie.ts'

const https = new URL('https://guiche.example')
const http = new URL('http://127.0.0.1:3000')

function recorded() {
  const set: { name: string; value: string; options: CookieOptions }[] = []
  const details: HttpDetails = {
    address: '',
    userAgent: '',
    origin: undefined,
    cookies: {},
    header: () => undefined,
    setHeader: () => undefined,
    setCookie: (name, value, options) => void set.push({ name, value, options }),
    status: () => undefined,
  }
  return { set, details }
}

test('over https the cookie belongs to this host alone and travels on nothing else', () => {
  const { set, details } = recorded()
  setRefreshCookie(details, https, { companyId: 1, sessionId: 'x', secret: 'y' })
  clearRefreshCookie(details, https)

  for (const { name, options } of set) {
    expect(name).toBe('__Host-jrt')
    expect(options).toMatchObject({ httpOnly: true, secure: true, sameSite: 'strict', path: '/' })
  }
  expect(set[1]).toMatchObject({ value: '', options: { maxAge: 0 } })
  expect(cookieName(http)).toBe('jrt')
})

test('a secret has 256 bits and is never the same', () => {
  const secrets = new Set(Array.from({ length: 1000 }, newSecret))

  expect(secrets.size).toBe(1000)
  expect(Buffer.from([...secrets][0] ?? '', 'base64url')).toHaveLength(32)
})

describe('a page of our own', () => {
  test.each([
    [https, 'https://guiche.example', true],
    [https, 'http://guiche.example', false],
    [https, 'https://guiche.example.evil.test', false],
    [https, 'https://GUICHE.example', false],
    [https, 'null', false],
    [https, 'https://localhost', false],
    [http, 'http://127.0.0.1:3000', true],
    [http, 'http://localhost:3000', true],
    [http, 'http://[::1]:3000', true],
    [http, 'http://localhost:3001', false],
    [http, 'https://localhost:3000', false],
    [http, 'http://localhost.evil.test:3000', false],
  ])('of %s: %s is %s', (publicUrl, origin, expected) => {
    expect(isOwnOrigin(publicUrl, origin)).toBe(expected)
  })
})
