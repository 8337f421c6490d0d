import { expect, test } from 'vitest'
import { shownOf } from './show-state.ts'

test('a code that nobody has read ends the session: it says why, and waits for a person', () => {
  expect(shownOf({ status: 'ended', reason: 'qr_expired' })).toMatchObject({
    status: 'disconnected',
    endReason: 'qr_expired',
    qrcode: '',
  })
})

test('a line that is lost again and again is one without an answer from the third time on', () => {
  const statuses = [1, 2, 3, 4].map((attempt) => shownOf({ status: 'opening', attempt, code: 503 })?.status)
  expect(statuses).toEqual(['opening', 'opening', 'timeout', 'timeout'])
})
