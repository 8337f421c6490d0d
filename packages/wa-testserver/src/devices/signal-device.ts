import { randomInt } from 'node:crypto'
import {
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  encodeWAMessage,
  generateSignalPubKey,
  proto,
  signedKeyPair,
  unpadRandomMax16,
  type KeyPair,
  type SignedKeyPair,
} from '@whiskeysockets/baileys'
import { quietLibsignal } from '@guiche/whatsapp-web/quiet-libsignal'
import { memoryKeyStore } from './memory-key-store.ts'
import { silentLogger } from './silent-logger.ts'

quietLibsignal()

/** The public keys that a device publishes so that others can open a session with it. */
export interface KeyBundle {
  registrationId: number
  identityKey: Uint8Array
  signedPreKey: { id: number; key: Uint8Array; signature: Uint8Array }
  preKey: { id: number; key: Uint8Array } | undefined
}

/** One encrypted payload: the content of an `<enc>` element. */
export interface Ciphertext {
  type: 'pkmsg' | 'msg' | 'skmsg'
  data: Uint8Array
}

/**
 * A device with the Signal protocol: the side of the conversation that is not under test. Its keys are in memory; the
 * algorithms are those of the client library, so that no second copy of them is needed.
 */
export class SignalDevice {
  readonly identity: KeyPair = Curve.generateKeyPair()
  readonly registrationId = randomInt(1, 16_380)
  readonly #signedPreKey: SignedKeyPair = signedKeyPair(this.identity, 1)
  readonly #store = memoryKeyStore()
  readonly #repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(
    {
      creds: {
        signedIdentityKey: this.identity,
        signedPreKey: this.#signedPreKey,
        registrationId: this.registrationId,
      },
      keys: this.#store,
    },
    silentLogger,
  )
  #nextPreKeyId = 1
  #queue: Promise<unknown> = Promise.resolve()

  /** A bundle for one new session; every call uses up a one-time key. */
  async issueBundle(): Promise<KeyBundle> {
    const id = this.#nextPreKeyId++
    const pair = Curve.generateKeyPair()
    await this.#store.set({ 'pre-key': { [id]: pair } })
    const { keyId, keyPair, signature } = this.#signedPreKey
    return {
      registrationId: this.registrationId,
      identityKey: this.identity.public,
      signedPreKey: { id: keyId, key: keyPair.public, signature },
      preKey: { id, key: pair.public },
    }
  }

  /** Whether a session with this device is open. */
  async hasSession(jid: string): Promise<boolean> {
    return (await this.#repository.validateSession(jid)).exists
  }

  /** Opens (or replaces) the session with a device from its bundle. */
  openSession(jid: string, { registrationId, identityKey, signedPreKey, preKey }: KeyBundle): Promise<void> {
    const session = {
      registrationId,
      identityKey: generateSignalPubKey(identityKey),
      signedPreKey: {
        keyId: signedPreKey.id,
        publicKey: generateSignalPubKey(signedPreKey.key),
        signature: signedPreKey.signature,
      },
      ...(preKey && { preKey: { keyId: preKey.id, publicKey: generateSignalPubKey(preKey.key) } }),
    }
    return this.#inTurn(() => this.#repository.injectE2ESession({ jid, session }))
  }

  /** Loses the session with a device, as after a restored backup: its next messages cannot be decrypted. */
  forgetSession(jid: string): Promise<void> {
    return this.#inTurn(() => this.#repository.deleteSession([jid]))
  }

  /** Encrypts a message for one device. */
  encrypt(jid: string, message: proto.IMessage): Promise<Ciphertext> {
    const data = encodeWAMessage(message)
    return this.#inTurn(async () => {
      const { type, ciphertext } = await this.#repository.encryptMessage({ jid, data })
      return { type, data: ciphertext }
    })
  }

  /** Decrypts a message from one device to this one. */
  decrypt(jid: string, { type, data }: Ciphertext): Promise<proto.Message> {
    if (type === 'skmsg') throw new Error('what was written to many is read with the key for that room')
    return this.#inTurn(async () => {
      const plain = await this.#repository.decryptMessage({ jid, type, ciphertext: data })
      return proto.Message.decode(unpadRandomMax16(plain))
    })
  }

  /** Encrypts a message for a group or a status, together with the key that readers need first. */
  encryptForMany(
    room: string,
    ownJid: string,
    message: proto.IMessage,
  ): Promise<{ ciphertext: Ciphertext; keyMessage: Uint8Array }> {
    const data = encodeWAMessage(message)
    return this.#inTurn(async () => {
      const { ciphertext, senderKeyDistributionMessage } = await this.#repository.encryptGroupMessage({
        group: room,
        meId: ownJid,
        data,
      })
      return { ciphertext: { type: 'skmsg', data: ciphertext }, keyMessage: senderKeyDistributionMessage }
    })
  }

  /** Stores the sender key of another device for a group or a status. */
  learnRoomKey(authorJid: string, item: proto.Message.ISenderKeyDistributionMessage): Promise<void> {
    return this.#inTurn(() => this.#repository.processSenderKeyDistributionMessage({ authorJid, item }))
  }

  /** Decrypts a message to a group or a status. */
  decryptFromMany(room: string, authorJid: string, { data }: Ciphertext): Promise<proto.Message> {
    return this.#inTurn(async () => {
      const plain = await this.#repository.decryptGroupMessage({ group: room, authorJid, msg: data })
      return proto.Message.decode(unpadRandomMax16(plain))
    })
  }

  /** Each operation changes the Signal session, so they run one after another. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work, work)
    this.#queue = result.catch(() => undefined)
    return result
  }
}
