import { EventEmitter } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { decodeBinaryNode, encodeBinaryNode, type KeyPair } from '@whiskeysockets/baileys'
import type { WebSocket } from 'ws'
import type { LinkedDevice } from '../devices/linked-device.ts'
import type { Faults } from '../faults.ts'
import { FrameReader, frame } from './frames.ts'
import { NoiseResponder, type ClientHandshake } from './noise.ts'
import type { Stanza } from './nodes.ts'

interface ConnectionEvents {
  /** The Noise handshake is done; the payload says who wants in. */
  handshake: [ClientHandshake]
  /** The socket is gone, for whatever reason. */
  closed: []
  /** Something in the exchange broke; the connection is dropped. */
  failed: [Error]
}

export interface ConnectionOptions {
  socket: WebSocket
  staticKey: KeyPair
  certificate: Uint8Array
  faults: Faults
}

/** One WebSocket of one client: handshake first, then encrypted stanzas both ways, in order. */
export class ClientConnection extends EventEmitter<ConnectionEvents> {
  readonly #socket: WebSocket
  readonly #noise: NoiseResponder
  readonly #faults: Faults
  readonly #reader = new FrameReader()
  #stage: 'hello' | 'finish' | 'open' = 'hello'
  #incoming: Promise<void> = Promise.resolve()
  #outgoing: Promise<void> = Promise.resolve()
  /** The linked device behind this connection, once it has logged in. */
  device: LinkedDevice | undefined
  /** Handles the stanzas of this client, one after the other. Set once it is known who the client is. */
  onStanza: (stanza: Stanza) => Promise<void> | void = () => {}

  constructor({ socket, staticKey, certificate, faults }: ConnectionOptions) {
    super()
    this.#socket = socket
    this.#noise = new NoiseResponder(staticKey, certificate)
    this.#faults = faults
    socket.on('message', (data: Buffer) => {
      this.#incoming = this.#incoming.then(() => this.#receive(data)).catch((error) => this.#fail(error))
    })
    socket.on('close', () => this.emit('closed'))
    socket.on('error', () => {})
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** Sends one stanza, after the faults had their say. Resolves when it is written (or swallowed). */
  send(stanza: Stanza): Promise<void> {
    const job = this.#outgoing.then(async () => {
      for (const { stanza: next, delayMs } of this.#faults.apply('toClient', stanza, this)) {
        if (delayMs > 0) await setTimeout(delayMs)
        this.#write(next)
      }
    })
    this.#outgoing = job.catch((error) => this.#fail(error))
    return this.#outgoing
  }

  /** Sends a last stanza and closes the socket cleanly. */
  async endWith(stanza: Stanza): Promise<void> {
    await this.send(stanza)
    this.close()
  }

  /** Closes the socket with a close frame. */
  close(): void {
    this.#socket.close()
  }

  /** Cuts the socket without a word, as a lost network does. */
  cut(): void {
    this.#socket.terminate()
  }

  #write(stanza: Stanza): void {
    if (!this.isOpen) return
    this.#socket.send(frame(this.#noise.seal(encodeBinaryNode(stanza))))
  }

  async #receive(data: Buffer): Promise<void> {
    for (const payload of this.#reader.push(data)) {
      if (this.#stage === 'hello') {
        this.#socket.send(frame(this.#noise.answerHello(payload)))
        this.#stage = 'finish'
      } else if (this.#stage === 'finish') {
        const handshake = this.#noise.finish(payload)
        this.#stage = 'open'
        this.emit('handshake', handshake)
      } else {
        const stanza = await decodeBinaryNode(this.#noise.open(payload))
        for (const { stanza: next, delayMs } of this.#faults.apply('fromClient', stanza, this)) {
          if (delayMs > 0) await setTimeout(delayMs)
          await this.onStanza(next)
        }
      }
    }
  }

  #fail(error: unknown): void {
    this.emit('failed', error instanceof Error ? error : new Error(String(error)))
    this.cut()
  }
}
