import { type BinaryNode, DEFAULT_CONNECTION_CONFIG, type UserFacingSocketConfig } from '@whiskeysockets/baileys'
import { boundAddresses } from '../library/bound-addresses.ts'

type MakeRepository = NonNullable<UserFacingSocketConfig['makeSignalRepository']>

interface Listener {
  onPlaintext(stanza: BinaryNode, plaintext: Uint8Array): void
  onUnreadable(stanza: BinaryNode): void
}

/**
 * Reports the result of each decryption before the library acknowledges the message. The library decrypts later and passes
 * only the bytes, so the stanza is found by the identity of that byte array.
 */
export class Decryption {
  readonly #stanzas = new WeakMap<Uint8Array, BinaryNode>()
  readonly #listener: Listener

  constructor(listener: Listener) {
    this.#listener = listener
  }

  /** Call it with each stanza before the library handles it. */
  remember(stanza: BinaryNode): void {
    if (stanza.tag !== 'message' || !Array.isArray(stanza.content)) return
    for (const { tag, content } of stanza.content)
      if (tag === 'enc' && content instanceof Uint8Array) this.#stanzas.set(content, stanza)
  }

  /** Wraps the library's own repository. */
  readonly makeRepository: MakeRepository = (...args) => {
    const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(...args)
    boundAddresses(repository)
    return {
      ...repository,
      decryptMessage: (options) => this.#listen(options.ciphertext, repository.decryptMessage(options)),
      decryptGroupMessage: (options) => this.#listen(options.msg, repository.decryptGroupMessage(options)),
    }
  }

  async #listen<T extends Uint8Array>(ciphertext: Uint8Array, decrypting: Promise<T>): Promise<T> {
    const stanza = this.#stanzas.get(ciphertext)
    try {
      const plaintext = await decrypting
      if (stanza) this.#listener.onPlaintext(stanza, plaintext)
      return plaintext
    } catch (error) {
      if (stanza) this.#listener.onUnreadable(stanza)
      throw error
    }
  }
}
