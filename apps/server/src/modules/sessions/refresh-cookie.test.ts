import { expect, test } from 'vitest'
import type { CookieOptions, HttpDetails } from '#platform/http/routes'
import { createOrigins } from '#platform/origins'
import { clearRefreshCookie, cookieName, newSecret, setRefreshCookie } from './refresh-cookie.ts'

const publicUrl = new URL('https://guiche.example')
const origins = createOrigins({ publicUrl, host: '127.0.0.1', others: [] })
origins.listensOn(3000)
const server = { publicUrl, origins }

function callTo(host: string) {
  const set: { name: string; value: string; options: CookieOptions }[] = []
  const details: HttpDetails = {
    address: '',
    userAgent: '',
    origin: undefined,
    cookies: {},
    header: (name) => (name === 'host' ? host : undefined),
    setHeader: () => undefined,
    setCookie: (name, value, options) => void set.push({ name, value, options }),
    status: () => undefined,
  }
  return { set, details }
}

test.each(['guiche.example', 'whoever.example', 'localhost:3001'])(
  'over https, by any host (%s), the cookie is valid for this host only and is sent over https only',
  (host) => {
    const { set, details } = callTo(host)
    setRefreshCookie(details, server, { companyId: 1, sessionId: 'x', secret: 'y' })
    clearRefreshCookie(details, server)

    for (const { name, options } of set) {
      expect(name).toBe('__Host-jrt')
      expect(options).toMatchObject({ httpOnly: true, secure: true, sameSite: 'strict', path: '/' })
    }
    expect(set[1]).toMatchObject({ value: '', options: { maxAge: 0 } })
  },
)

test('a browser accepts the cookie over plain http when it uses a name of the machine', () => {
  const { set, details } = callTo('localhost:3000')
  setRefreshCookie(details, server, { companyId: 1, sessionId: 'x', secret: 'y' })
  expect(set).toMatchObject([{ name: 'jrt', options: { httpOnly: true, secure: false, sameSite: 'strict' } }])
  expect(cookieName({ publicUrl: new URL('http://127.0.0.1:3000'), origins, host: 'other' })).toBe('jrt')
})

test('each secret has 256 bits and is different', () => {
  const secrets = new Set(Array.from({ length: 1000 }, newSecret))

  expect(secrets.size).toBe(1000)
  expect(Buffer.from([...secrets][0] ?? '', 'base64url')).toHaveLength(32)
})
