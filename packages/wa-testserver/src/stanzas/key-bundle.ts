import type { KeyBundle } from '../devices/signal-device.ts'
import { bytes, child, el, readUint, uint, type Stanza } from '../wire/nodes.ts'

/** Curve25519, the only type of key. */
export const KEY_TYPE = Buffer.from([5])

/** The keys that open a session, as elements. */
export function bundleElements({ identityKey, signedPreKey, preKey }: KeyBundle): Stanza[] {
  return [
    el('type', {}, KEY_TYPE),
    el('identity', {}, identityKey),
    signedKeyElement(signedPreKey),
    ...(preKey ? [el('key', {}, [el('id', {}, uint(preKey.id, 3)), el('value', {}, preKey.key)])] : []),
  ]
}

export function signedKeyElement({ id, key, signature }: KeyBundle['signedPreKey']): Stanza {
  return el('skey', {}, [el('id', {}, uint(id, 3)), el('value', {}, key), el('signature', {}, signature)])
}

/** Reads what {@link bundleElements} writes; the registration id is a separate element. */
export function readBundle(keys: Stanza, registrationId: number): KeyBundle {
  const preKey = child(keys, 'key')
  return {
    registrationId,
    identityKey: bytes(child(keys, 'identity')),
    signedPreKey: readSignedKey(child(keys, 'skey')),
    preKey: preKey && { id: readUint(child(preKey, 'id')), key: bytes(child(preKey, 'value')) },
  }
}

export function readSignedKey(skey: Stanza | undefined): KeyBundle['signedPreKey'] {
  return {
    id: readUint(child(skey, 'id')),
    key: bytes(child(skey, 'value')),
    signature: bytes(child(skey, 'signature')),
  }
}
