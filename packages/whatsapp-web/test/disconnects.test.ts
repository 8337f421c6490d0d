import { DisconnectReason } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'
import { endOf } from '../src/session/disconnects.ts'

test('a code that nobody has scanned ends the session', () => {
  expect(endOf(DisconnectReason.timedOut, true)).toBe('qr_expired')
})

test('WhatsApp that cannot be reached is tried again, and is not reported as a code that nobody has scanned', () => {
  expect(endOf(DisconnectReason.timedOut, false)).toBeUndefined()
})
