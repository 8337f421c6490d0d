import { expect, test } from 'vitest'
import { reasonOf } from './message-kind.ts'

test('only what a phone can show is said to be on the phone', () => {
  expect(reasonOf({ mediaType: 'unsupported' })).toBe('unsupported')
  expect(reasonOf({ mediaType: 'pollCreationMessage' })).toBe('unknown')
  expect(reasonOf({ mediaType: 'placeholderMessage' })).toBe('missing')
  expect(reasonOf({ mediaType: 'viewOnceMessage' })).toBe('viewOnce')
})
