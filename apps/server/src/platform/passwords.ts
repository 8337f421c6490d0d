import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash, verify } from '@node-rs/argon2'

/** argon2id with 19 MiB and two passes (S21); some 20 ms of one core. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, strength)

/** Without a hash to compare with (nobody has this address) it takes as long, and is wrong (S18). */
export async function isPassword(password: string, hashed: string | undefined): Promise<boolean> {
  const matches = await verify(hashed ?? (await decoy()), password)
  return hashed !== undefined && matches
}

/** design/security.md, decision 3: what is asked of admins and super users. Everybody: nothing that everybody else uses, too. */
export function isAcceptable(password: string, { strong }: { strong: boolean }): boolean {
  if (commonPasswords().has(password.toLowerCase())) return false
  return strong ? isStrong(password) : password.length >= 5
}

const isStrong = (password: string) => password.length >= 8 && /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password)

let decoyHash: Promise<string> | undefined
const decoy = () => (decoyHash ??= hashPassword(crypto.randomUUID()))

let common: ReadonlySet<string> | undefined
function commonPasswords(): ReadonlySet<string> {
  return (common ??= new Set(readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8').split('\n')))
}
