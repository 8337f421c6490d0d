import { type BinaryNode, DEFAULT_CONNECTION_CONFIG, type UserFacingSocketConfig } from '@whiskeysockets/baileys'

type MakeRepository = NonNullable<UserFacingSocketConfig['makeSignalRepository']>

interface Listener {
  onPlaintext(stanza: BinaryNode, plaintext: Uint8Array): void
  onUnreadable(stanza: BinaryNode): void
}

/**
 * Tells what became of each ciphertext before the library answers for it. The library decrypts later, and hands over nothing
 * but bytes: the stanza is found by the very object that came with it.
 */
export class Decryption {
  readonly #stanzas = new WeakMap<Uint8Array, BinaryNode>()
  readonly #listener: Listener

  constructor(listener: Listener) {
    this.#listener = listener
  }

  /** Of each stanza, before the library has it. */
  remember(stanza: BinaryNode): void {
    if (stanza.tag !== 'message' || !Array.isArray(stanza.content)) return
    for (const { tag, content } of stanza.content)
      if (tag === 'enc' && content instanceof Uint8Array) this.#stanzas.set(content, stanza)
  }

  /** The library's own repository, which is listened to. */
  readonly makeRepository: MakeRepository = (...args) => {
    const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(...args)
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
