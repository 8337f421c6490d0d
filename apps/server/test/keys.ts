import type { Keys } from '../src/platform/deps.ts'
import { allKeys } from '../src/platform/security/secret.ts'

export const testKeys: Keys = allKeys('a secret of the tests that is long enough, 7f3c2b')
