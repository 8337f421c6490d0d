import { expect, test } from 'vitest'
import { shownOf } from './show-state.ts'

test('a session whose codes nobody scanned ends with the reason and waits for a user', () => {
  expect(shownOf({ status: 'ended', reason: 'qr_expired' })).toMatchObject({
    status: 'disconnected',
    endReason: 'qr_expired',
    qrcode: '',
  })
})

test('a connection that fails repeatedly is shown as timeout from the third attempt on', () => {
  const statuses = [1, 2, 3, 4].map((attempt) => shownOf({ status: 'opening', attempt, code: 503 })?.status)
  expect(statuses).toEqual(['opening', 'opening', 'timeout', 'timeout'])
})
