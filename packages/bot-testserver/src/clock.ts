/** The time at the services. It goes on like any other, and a test can turn it forward: sessions and tokens end. */
export class Clock {
  #ahead = 0

  now(): Date {
    return new Date(Date.now() + this.#ahead)
  }

  turn({ hours = 0, minutes = 0, seconds = 0 }: Span): void {
    this.#ahead += ((hours * 60 + minutes) * 60 + seconds) * 1000
  }
}

export interface Span {
  hours?: number | undefined
  minutes?: number | undefined
  seconds?: number | undefined
}
