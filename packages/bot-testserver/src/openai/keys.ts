import type { FailureName } from './errors.ts'

/** What a key stands for: its last part decides, as in `sk-test-quota`. Any other key is a good one. */
export const failingKeys: ReadonlyMap<string, FailureName> = new Map([
  ['bad', 'invalid_api_key'],
  ['country', 'unsupported_country_region_territory'],
  ['forbidden', 'insufficient_permissions'],
  ['quota', 'insufficient_quota'],
])

/** Is told once that it is too fast, and then answered. */
export const slowKey = 'slow'

/** Is answered by the model that obeys attackers. */
export const obeyingKey = 'obeys'

export const kindOf = (key: string): string => key.split('-').at(-1) ?? ''
