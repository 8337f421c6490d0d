/** A message of a business, as the customer sees it. */
export interface Received {
  id: string
  /** The id of the number, page or Instagram account. */
  from: string
  type: string
  /** What is written, or stands below a picture; of a template with its variables filled in. */
  text: string
  /** As the business sent it. */
  content: Record<string, unknown>
  file?: { bytes: Buffer; mimeType: string; name: string | undefined } | undefined
  /** The message that it answers. */
  quotes?: string | undefined
  at: Date
}

export interface Inbox {
  readonly messages: Received[]
  readonly last: Received
  add(message: Received): void
  /** The first one that fits, as soon as there is one. */
  waitFor(fits: (message: Received) => boolean): Promise<Received>
}

export function inbox(): Inbox {
  const messages: Received[] = []
  const waiting = new Set<(message: Received) => void>()
  return {
    messages,
    get last() {
      const last = messages.at(-1)
      if (!last) throw new Error('the inbox is empty')
      return last
    },
    add(message) {
      messages.push(message)
      for (const hear of waiting) hear(message)
    },
    waitFor(fits) {
      const found = messages.find(fits)
      if (found) return Promise.resolve(found)
      const { promise, resolve } = Promise.withResolvers<Received>()
      const hear = (message: Received) => {
        if (!fits(message)) return
        waiting.delete(hear)
        resolve(message)
      }
      waiting.add(hear)
      return promise
    },
  }
}
