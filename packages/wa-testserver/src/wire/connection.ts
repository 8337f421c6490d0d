import { EventEmitter } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { decodeBinaryNode, encodeBinaryNode, type KeyPair } from '@whiskeysockets/baileys'
import type { WebSocket } from 'ws'
import type { LinkedDevice } from '../devices/linked-device.ts'
import type { Faults, Passage } from '../faults.ts'
import { FrameReader, frame } from './frames.ts'
import { NoiseResponder, type ClientHandshake } from './noise.ts'
import type { Stanza } from './nodes.ts'

interface ConnectionEvents {
  /** The Noise handshake is done; the payload names the client. */
  handshake: [ClientHandshake]
  /** The socket was closed, for any reason. */
  closed: []
  /** The protocol failed; the connection is closed. */
  failed: [Error]
}

export interface ConnectionOptions {
  socket: WebSocket
  staticKey: KeyPair
  certificate: Uint8Array
  faults: Faults
}

/** One WebSocket of one client: a handshake, then encrypted stanzas in both directions, in order. */
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
      this.#incoming = this.#incoming.then(() => this.#receive(data)).catch((error: unknown) => this.#fail(error))
    })
    socket.on('close', () => this.emit('closed'))
    socket.on('error', () => {})
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** Sends one stanza, subject to the planned faults. Resolves when it is written or dropped. */
  send(stanza: Stanza): Promise<void> {
    const passages = this.#faults.apply('toClient', stanza, this)
    const due = dueTimes(passages)
    const job = this.#outgoing.then(async () => {
      for (const [index, passage] of passages.entries()) {
        await until(due[index])
        this.#write(passage.stanza)
      }
    })
    this.#outgoing = job.catch((error: unknown) => this.#fail(error))
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

  /** Cuts the socket without a close frame, like a lost network. */
  cut(): void {
    this.#socket.terminate()
  }

  #write(stanza: Stanza): void {
    if (!this.isOpen) return
    this.#socket.send(frame(this.#noise.seal(encodeBinaryNode(stanza))))
  }

  async #receive(data: Buffer): Promise<void> {
    for (const payload of this.#reader.push(data)) await this.#take(payload)
  }

  async #take(payload: Buffer): Promise<void> {
    if (this.#stage === 'hello') {
      this.#socket.send(frame(this.#noise.answerHello(payload)))
      this.#stage = 'finish'
      return
    }
    if (this.#stage === 'finish') {
      const handshake = this.#noise.finish(payload)
      this.#stage = 'open'
      this.emit('handshake', handshake)
      return
    }
    const stanza = await decodeBinaryNode(this.#noise.open(payload))
    const passages = this.#faults.apply('fromClient', stanza, this)
    const due = dueTimes(passages)
    for (const [index, passage] of passages.entries()) {
      await until(due[index])
      await this.onStanza(passage.stanza)
    }
  }

  #fail(error: unknown): void {
    this.emit('failed', error instanceof Error ? error : new Error(String(error)))
    this.cut()
  }
}

/** Each delay starts now, so that latency does not reduce the throughput; stanzas keep their order. */
function dueTimes(passages: readonly Passage[]): number[] {
  return passages.map(({ delayMs }) => performance.now() + delayMs)
}

async function until(due = 0): Promise<void> {
  const left = due - performance.now()
  if (left > 0) await setTimeout(left)
}
