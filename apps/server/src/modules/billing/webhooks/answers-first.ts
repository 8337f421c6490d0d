/** In ms. What follows does not wait for longer. */
const longest = 250

export interface AnswersFirst {
  /** Counts an answer as being made until the promise is settled. */
  during<T>(answer: Promise<T>): Promise<T>
  /** Resolves when no answer is being made, or after a quarter of a second. */
  idle(): Promise<void>
}

/** Where one process answers webhooks and does what follows from them, the answers go first. */
export function createAnswersFirst(): AnswersFirst {
  let answering = 0
  const waiting = new Set<() => void>()

  return {
    async during(answer) {
      answering += 1
      try {
        return await answer
      } finally {
        answering -= 1
        if (answering === 0) for (const goOn of waiting) goOn()
      }
    },
    idle: () =>
      new Promise((resolve) => {
        if (answering === 0) return resolve()
        const goOn = () => {
          clearTimeout(timer)
          waiting.delete(goOn)
          resolve()
        }
        const timer = setTimeout(goOn, longest)
        waiting.add(goOn)
      }),
  }
}
