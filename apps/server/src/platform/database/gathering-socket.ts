import { Socket } from 'node:net'

type Done = (error?: Error | null) => void

/**
 * Collects everything that is written in one turn of the event loop and sends it in one system call: the start of a
 * transaction together with the statements that do not wait for each other. The client alone makes one call for each.
 */
export class GatheringSocket extends Socket {
  #isGathering = false

  constructor() {
    super()
    // `net.connect` sets the plain `write` as an own property, which would hide the one below.
    this.once('connect', () => Reflect.deleteProperty(this, 'write'))
  }

  override write(chunk: Uint8Array | string, encoding?: BufferEncoding | Done, done?: Done): boolean {
    this.cork()
    return typeof encoding === 'function' ? super.write(chunk, encoding) : super.write(chunk, encoding, done)
  }

  override cork(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    super.cork()
    // Runs after the promises of this turn, which write as well.
    queueMicrotask(() =>
      process.nextTick(() => {
        this.#isGathering = false
        super.uncork()
      }),
    )
  }

  /** The socket uncorks itself at the end of the turn. */
  override uncork(): void {}
}
