import { Curve } from '@whiskeysockets/baileys'
import { verifyXEdDsa } from './xeddsa.ts'

/**
 * The library takes every signature of 64 bytes for a good one (7.0.0-rc14): without this, nothing but TLS would say
 * that it is WhatsApp who answers, and nothing that it is the phone who links.
 */
export function insistOnSignatures(): void {
  Curve.verify = (key, message, signature) =>
    verifyXEdDsa(key.length === 33 ? key.subarray(1) : key, message, signature)
}
