import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createMediaLinks } from './media-links.ts'

const minute = 60_000
const start = Date.UTC(2026, 10, 21, 12, 0, 0)
const storageKey = `${'ab'.repeat(20)}.jpg`
const path = { companyId: 7, folder: 'files', storageKey, disposition: 'auto' } as const

function linksAt(key = randomBytes(32)) {
  let now = start
  const links = createMediaLinks({ origin: 'https://guiche.example', key, now: () => now })
  return { links, at: (time: number) => void (now = time) }
}

function signatureOf(address: string) {
  const { searchParams } = new URL(address)
  return { expires: searchParams.get('expires') ?? '', signature: searchParams.get('signature') ?? '' }
}

describe('a signed link to a file', () => {
  test('is valid for ten to fifteen minutes', () => {
    const { links, at } = linksAt()
    at(start + 2 * minute)
    const signature = signatureOf(links.file(7, storageKey))

    at(start + 12 * minute)
    expect(links.isSigned(path, signature)).toBe(true)
    at(start + 15 * minute)
    expect(links.isSigned(path, signature)).toBe(false)
  })

  test('is the same for five minutes, so that browsers can cache the file', () => {
    const { links, at } = linksAt()
    const first = links.file(7, storageKey)

    at(start + 5 * minute - 1)
    expect(links.file(7, storageKey)).toBe(first)
    at(start + 5 * minute)
    expect(links.file(7, storageKey)).not.toBe(first)
  })

  test.each([
    ['another company', { ...path, companyId: 8 }],
    ['another file', { ...path, storageKey: `${'cd'.repeat(20)}.jpg` }],
    ['pictures of people', { ...path, folder: 'user' as const }],
    ['another disposition', { ...path, disposition: 'attachment' as const }],
  ])('does not open %s', (_what, other) => {
    const { links } = linksAt()

    expect(links.isSigned(path, signatureOf(links.file(7, storageKey)))).toBe(true)
    expect(links.isSigned(other, signatureOf(links.file(7, storageKey)))).toBe(false)
  })

  test.each([
    [
      'a later end',
      (given: ReturnType<typeof signatureOf>) => ({ ...given, expires: String(Number(given.expires) + 300) }),
    ],
    [
      'a changed letter',
      (given: ReturnType<typeof signatureOf>) => ({
        ...given,
        signature: given.signature.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')),
      }),
    ],
    ['no signature', (given: ReturnType<typeof signatureOf>) => ({ ...given, signature: '' })],
    [
      'half a signature',
      (given: ReturnType<typeof signatureOf>) => ({ ...given, signature: given.signature.slice(0, 20) }),
    ],
    ['an end that is not a number', (given: ReturnType<typeof signatureOf>) => ({ ...given, expires: '1e99' })],
  ])('with %s is refused', (_what, change) => {
    const { links } = linksAt()

    expect(links.isSigned(path, change(signatureOf(links.file(7, storageKey))))).toBe(false)
  })

  test('of another installation is refused', () => {
    const [ours, theirs] = [linksAt().links, linksAt().links]

    expect(ours.isSigned(path, signatureOf(theirs.file(7, storageKey)))).toBe(false)
  })
})
