import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError } from '../process/config.ts'
import { StartError } from '../files/data-folder.ts'
import { deriveKey, readMasterSecret } from './secret.ts'

let dataFolder: string
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'guiche-secret-'))
})
afterEach(() => rmSync(dataFolder, { recursive: true }))

const mode = (file: string) => statSync(file).mode & 0o777

test('the first start makes a secret that only its owner can read, and the next start reads it', () => {
  const first = readMasterSecret({ secret: undefined, dataFolder })

  expect(first.length).toBeGreaterThan(60)
  expect(mode(join(dataFolder, 'secret'))).toBe(0o600)
  expect(readMasterSecret({ secret: undefined, dataFolder })).toBe(first)
})

test('a secret file that others can read is made private', () => {
  readMasterSecret({ secret: undefined, dataFolder })
  chmodSync(join(dataFolder, 'secret'), 0o644)

  readMasterSecret({ secret: undefined, dataFolder })

  expect(mode(join(dataFolder, 'secret'))).toBe(0o600)
})

test('GUICHE_SECRET takes precedence over the file', () => {
  const secret = 'Zq3#vN8!kT6&wB1@xR9%mL4^sD7*hJ2~pG5+'

  expect(readMasterSecret({ secret, dataFolder })).toBe(secret)
})

test.each([
  'mysecret',
  'tiny',
  'a'.repeat(64),
  'this-is-mysecret-and-it-is-long-enough',
  'please-change-me-please-change-me-please',
  'kZaOTd+YZpjRUyyuQUpigJaEMk4vcW4YOymKPZX0Ts8=',
])('GUICHE_SECRET=%s is refused without showing its value', (secret) => {
  const start = () => readMasterSecret({ secret, dataFolder })

  expect(start).toThrow(ConfigError)
  expect(start).toThrow(/^GUICHE_SECRET is [^\n]*\.$/)
  expect(start).not.toThrow(secret)
})

test('a damaged secret file stops the start and is not changed', () => {
  writeFileSync(join(dataFolder, 'secret'), '')

  expect(() => readMasterSecret({ secret: undefined, dataFolder })).toThrow(StartError)
  expect(readFileSync(join(dataFolder, 'secret'), 'utf8')).toBe('')
})

test('no new secret is made for a database that was written with another one', () => {
  mkdirSync(join(dataFolder, 'postgres'))

  expect(() => readMasterSecret({ secret: undefined, dataFolder })).toThrow(/secret is missing/)
})

test('each purpose has its own key, the same at each start', () => {
  const master = readMasterSecret({ secret: undefined, dataFolder })
  const keys = (
    ['accessToken', 'publicToken', 'mediaLinks', 'refreshHash', 'visitorHash', 'secretsAtRest'] as const
  ).map((purpose) => deriveKey(master, purpose).toString('hex'))

  expect(new Set(keys).size).toBe(keys.length)
  expect(keys[0]).toHaveLength(64)
  expect(deriveKey(master, 'accessToken').toString('hex')).toBe(keys[0])
  expect(deriveKey(`${master}x`, 'accessToken').toString('hex')).not.toBe(keys[0])
})
