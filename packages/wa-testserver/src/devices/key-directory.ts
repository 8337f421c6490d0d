import { createHash } from 'node:crypto'
import { KEY_TYPE, readSignedKey, signedKeyElement } from '../stanzas/key-bundle.ts'
import { bytes, child, children, el, readUint, uint, type Stanza } from '../wire/nodes.ts'
import type { KeyBundle } from './signal-device.ts'

interface PublishedKeys {
  registrationId: number
  identityKey: Buffer
  signedPreKey: KeyBundle['signedPreKey']
}

/** The keys that one linked device published; the server gives out each one-time key once. */
export class KeyDirectory {
  #published: PublishedKeys | undefined
  readonly #preKeys = new Map<number, Buffer>()
  readonly #countBeforeUpload: number

  /** @param countBeforeUpload what a device hears when it asks for its count before it has published any. */
  constructor(countBeforeUpload: number) {
    this.#countBeforeUpload = countBeforeUpload
  }

  /** How many one-time keys are left. */
  get count(): number {
    return this.#preKeys.size
  }

  /** The count that is reported to the device. */
  get reportedCount(): number {
    return this.isPublished ? this.count : this.#countBeforeUpload
  }

  /** Whether the device has published keys at all. */
  get isPublished(): boolean {
    return this.#published !== undefined
  }

  /** Stores the keys of an `<iq xmlns="encrypt" type="set">`. */
  publish(upload: Stanza): void {
    this.#published = {
      registrationId: readUint(child(upload, 'registration')),
      identityKey: bytes(child(upload, 'identity')),
      signedPreKey: readSignedKey(child(upload, 'skey')),
    }
    for (const key of children(child(upload, 'list'), 'key')) {
      this.#preKeys.set(readUint(child(key, 'id')), bytes(child(key, 'value')))
    }
  }

  /** Replaces the signed key. */
  rotate(skey: Stanza | undefined): void {
    if (this.#published && skey) this.#published.signedPreKey = readSignedKey(skey)
  }

  /** A digest of the published keys, with which a device checks that both sides have the same keys. */
  digest(): Stanza | undefined {
    if (!this.#published) return undefined
    const { registrationId, identityKey, signedPreKey } = this.#published
    const hash = createHash('sha1')
    for (const part of [identityKey, signedPreKey.key, signedPreKey.signature, ...this.#preKeys.values()]) {
      hash.update(part)
    }
    const ids = [...this.#preKeys.keys()].map((id) => el('id', {}, uint(id, 3)))
    return el('digest', {}, [
      el('registration', {}, uint(registrationId, 4)),
      el('type', {}, KEY_TYPE),
      el('identity', {}, identityKey),
      signedKeyElement(signedPreKey),
      el('list', {}, ids),
      el('hash', {}, hash.digest()),
    ])
  }

  /** Returns a bundle, and uses up a one-time key if there is one. */
  take(): KeyBundle | undefined {
    if (!this.#published) return undefined
    const [first] = this.#preKeys
    if (first) this.#preKeys.delete(first[0])
    return { ...this.#published, preKey: first && { id: first[0], key: first[1] } }
  }

  /** Removes all one-time keys, so that the device uploads new ones. */
  exhaust(): void {
    this.#preKeys.clear()
  }
}
