interface Due {
  at: number
  run: () => Promise<void>
}

/** The time at the providers. It goes on like any other until it is stopped, and a test can turn it forward. */
export class Clock {
  #ahead = 0
  #stoppedAt: number | undefined
  #due: Due[] = []

  /** With a moment it stands there from the beginning. */
  constructor(stoppedAt?: Date) {
    this.#stoppedAt = stoppedAt?.getTime()
  }

  now(): Date {
    return new Date(this.#stoppedAt ?? Date.now() + this.#ahead)
  }

  /** From now on it only moves when it is turned. */
  stop(): void {
    this.#stoppedAt = this.now().getTime()
  }

  /** Does something as soon as the clock was turned to this moment or past it. */
  at(moment: Date, run: () => Promise<void>): void {
    this.#due.push({ at: moment.getTime(), run })
  }

  /** Turns it forward, and does on the way what was due, in order and one after the other. */
  async turn({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Span): Promise<void> {
    const end = this.now().getTime() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
    for (;;) {
      const next = this.#due.toSorted((one, other) => one.at - other.at).find(({ at }) => at <= end)
      if (!next) break
      this.#due = this.#due.filter((one) => one !== next)
      this.#advanceTo(next.at)
      await next.run()
    }
    this.#advanceTo(end)
  }

  #advanceTo(moment: number): void {
    if (this.#stoppedAt === undefined) this.#ahead = Math.max(this.#ahead, moment - Date.now())
    else this.#stoppedAt = Math.max(this.#stoppedAt, moment)
  }
}

export interface Span {
  days?: number
  hours?: number
  minutes?: number
  seconds?: number
}
