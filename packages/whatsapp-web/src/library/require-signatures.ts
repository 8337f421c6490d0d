import { Curve } from '@whiskeysockets/baileys'
import { verifyXEdDsa } from './xeddsa.ts'

/**
 * The library accepts every signature of 64 bytes (7.0.0-rc14). Without this, only TLS would authenticate WhatsApp, and
 * nothing would authenticate the phone that links this device.
 */
export function requireSignatures(): void {
  Curve.verify = (key, message, signature) =>
    verifyXEdDsa(key.length === 33 ? key.subarray(1) : key, message, signature)
}
