import { Socket } from 'node:net'

/**
 * What is written to it while it is corked leaves at the end of the turn of the event loop, in one system call. The client
 * corks for each prepared statement by itself: those that do not wait for each other each had a call of their own. What is
 * written before goes at once, so that the database opens a transaction while we make up the first statement.
 */
export class GatheringSocket extends Socket {
  #isGathering = false

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
