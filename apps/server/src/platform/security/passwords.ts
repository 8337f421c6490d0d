import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { limits } from '@guiche/contract'
import { hash, verify } from '@node-rs/argon2'
import { createSemaphore } from '../work/semaphore.ts'

/** argon2id with 19 MiB and two passes (S21); some 20 ms of one core. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Half of the cores: anybody can make the server check passwords, and the other half has to answer calls. The last one
 * in the queue waits about a second.
 */
export const argon2Load = { atOnce: Math.max(1, Math.floor(availableParallelism() / 2)), maxWaiting: 50 }
const semaphore = createSemaphore(argon2Load)

/** Throws 503 with Retry-After when too many wait, as `isPassword` does. */
export const hashPassword = (password: string): Promise<string> => semaphore.run(() => hash(password, strength))

/**
 * Without a hash (nobody has this address) it takes as long and returns false, so that timing reveals nothing (S18).
 */
export async function isPassword(password: string, hashed: string | undefined): Promise<boolean> {
  const compared = hashed ?? (await decoy())
  const matches = await semaphore.run(() => verify(compared, password))
  return hashed !== undefined && matches
}

/**
 * No password from the list of common ones; for admins and super users also lower and upper case
 * (docs/requirements/security.md).
 */
export function isAcceptable(password: string, { strong }: { strong: boolean }): boolean {
  if (commonPasswords().has(password.toLowerCase())) return false
  if (password.length < limits.password) return false
  return !strong || (/\p{Ll}/u.test(password) && /\p{Lu}/u.test(password))
}

/** A password that is shown once. Without letters that look alike. */
export function newPassword(): string {
  const letters = 'ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'
  const password = Array.from({ length: 20 }, () => letters[randomInt(letters.length)]).join('')
  return isAcceptable(password, { strong: true }) ? password : newPassword()
}

let decoyHash: Promise<string> | undefined
const decoy = () => (decoyHash ??= hash(crypto.randomUUID(), strength))

let common: ReadonlySet<string> | undefined
function commonPasswords(): ReadonlySet<string> {
  return (common ??= new Set(readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8').split('\n')))
}
