import { expect, test } from 'vitest'
import { limitOfTier } from './tier.ts'

test.each([
  ['TIER_250', 250],
  ['TIER_2K', 2000],
  ['TIER_100K', 100_000],
  ['TIER_1M', 1_000_000],
  ['2000', 2000],
  ['TIER_UNLIMITED', null],
  ['TIER_NOT_SET', null],
  ['-1', null],
  ['', null],
  [null, null],
])('%s allows %s people', (tier, limit) => expect(limitOfTier(tier)).toBe(limit))
