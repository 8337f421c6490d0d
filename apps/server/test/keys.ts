import type { Keys } from '../src/platform/deps.ts'
import { allKeys } from '../src/platform/security/secret.ts'

/** Also of processes that share the database of a world. */
export const testSecret = 'a secret of the tests that is long enough, 7f3c2b'

export const testKeys: Keys = allKeys(testSecret)
