import { DisconnectReason } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'
import { endOf } from '../src/session/disconnects.ts'

/** As the library makes them. */
const failed = (message: string, statusCode: DisconnectReason) =>
  Object.assign(new Error(message), { output: { statusCode } })

test('a connection that is lost is tried again, also while a code is shown that nobody has scanned', () => {
  expect(endOf(failed('Connection was lost', DisconnectReason.connectionLost))).toBeUndefined()
})

test('WhatsApp that cannot be reached is tried again', () => {
  expect(endOf(failed('WebSocket Error (connect ETIMEDOUT)', DisconnectReason.timedOut))).toBeUndefined()
})

test('the end of the last code ends the session', () => {
  expect(endOf(failed('QR refs attempts ended', DisconnectReason.timedOut))).toBe('qr_expired')
})
