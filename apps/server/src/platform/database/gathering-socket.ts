import { Socket } from 'node:net'

type Done = (error?: Error | null) => void

/**
 * All that is written in one turn of the event loop leaves at its end, in one system call: the opening of a transaction, and
 * those of its statements that do not wait for each other. The client would have a call of its own for each.
 */
export class GatheringSocket extends Socket {
  #isGathering = false

  constructor() {
    super()
    // Who connects gives it the plain way to write, as a property of its own.
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
    // After the promises of this turn, which write as well.
    queueMicrotask(() =>
      process.nextTick(() => {
        this.#isGathering = false
        super.uncork()
      }),
    )
  }

  /** Not before the turn is over. */
  override uncork(): void {}
}
