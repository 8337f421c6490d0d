import { createCipheriv, createDecipheriv, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto'
import { Curve, type KeyPair } from '@whiskeysockets/baileys'

const KDF_ROUNDS = 2 << 16
const TAG_LENGTH = 16

/** Encrypts a key with the pairing code: salt, counter block, key. */
export function wrapWithCode(code: string, key: Uint8Array): Buffer {
  const salt = randomBytes(32)
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-ctr', keyFrom(code, salt), iv)
  return Buffer.concat([salt, iv, cipher.update(key), cipher.final()])
}

/** Reads what {@link wrapWithCode} writes; a wrong code gives a wrong key. */
export function unwrapWithCode(code: string, wrapped: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-ctr', keyFrom(code, wrapped.subarray(0, 32)), wrapped.subarray(32, 48))
  return Buffer.concat([decipher.update(wrapped.subarray(48, 80)), decipher.final()])
}

interface CodeExchange {
  /** The client's encrypted bundle for the phone: both identities and random bytes. */
  bundle: Buffer
  /** The phone's key for this exchange. */
  ephemeral: KeyPair
  companionEphemeral: Buffer
  account: KeyPair
  companionIdentity: Buffer
}

/** The secret that both sides share if the code was right. A QR code contains it. */
export function secretFromCode(exchange: CodeExchange): Buffer {
  const { bundle, ephemeral, companionEphemeral, account, companionIdentity } = exchange
  const shared = Curve.sharedKey(ephemeral.private, companionEphemeral)
  const plain = openBundle(bundle, shared)
  if (!plain.subarray(0, 32).equals(companionIdentity))
    throw new Error('pairing: the code was typed for another client')
  const identityShared = Curve.sharedKey(account.private, companionIdentity)
  return expand(Buffer.concat([shared, identityShared, plain.subarray(64, 96)]), Buffer.alloc(0), 'adv_secret')
}

function openBundle(bundle: Buffer, shared: Uint8Array): Buffer {
  const key = expand(shared, bundle.subarray(0, 32), 'link_code_pairing_key_bundle_encryption_key')
  const sealed = bundle.subarray(44)
  const decipher = createDecipheriv('aes-256-gcm', key, bundle.subarray(32, 44))
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_LENGTH))
  return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG_LENGTH)), decipher.final()])
}

function expand(secret: Uint8Array, salt: Uint8Array, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, label, 32))
}

function keyFrom(code: string, salt: Uint8Array): Buffer {
  return pbkdf2Sync(code, salt, KDF_ROUNDS, 32, 'sha256')
}
