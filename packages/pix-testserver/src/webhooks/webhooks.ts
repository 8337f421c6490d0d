import type { Provider } from '@guiche/pix'
import { type Post, post } from './post.ts'

/** One webhook on its way: an event of a provider for the registered address. */
export interface Parcel {
  provider: Provider
  /** The id of the event, or what tells it from others. */
  eventId: string
  url: string
  headers: Record<string, string>
  body: string
  timeoutMs: number
  from?: string
  /** The same with a secret that is not the right one. */
  withSecret: (secret: string) => Pick<Post, 'url' | 'headers'>
}

/** What became of one. `status` 0: no answer. */
export interface Attempt {
  provider: Provider
  eventId: string
  status: number
}

type Fault = 'twice' | 'lost' | 'wrongSecret'

interface Held {
  parcel: Parcel
  deliver: (status: number) => void
}

/** All webhooks of both providers, with the faults on their way. */
export class Webhooks {
  /** Each one that arrived somewhere or failed, in order. */
  readonly attempts: Attempt[] = []
  readonly #faults: Fault[] = []
  readonly #running = new Set<Promise<unknown>>()
  #held: Held[] | undefined

  /** The next ones arrive twice. */
  deliverTwice({ times = 1 } = {}): void {
    this.#plan('twice', times)
  }

  /** The next ones never arrive, and the provider takes them for delivered: only asking finds what they said. */
  lose({ times = 1 } = {}): void {
    this.#plan('lost', times)
  }

  /** The next ones have a wrong secret. */
  useWrongSecret({ times = 1 } = {}): void {
    this.#plan('wrongSecret', times)
  }

  /** Keeps them back until they are released, in the order of their events or in the opposite one. */
  hold(): { readonly count: number; release: (order?: 'asSent' | 'reversed') => Promise<void> } {
    const held: Held[] = []
    this.#held = held
    return {
      get count() {
        return held.length
      },
      release: async (order = 'asSent') => {
        this.#held = undefined
        const waiting = held.splice(0)
        for (const { parcel, deliver } of order === 'reversed' ? waiting.reverse() : waiting) {
          deliver(await this.#send(parcel))
        }
        await this.idle()
      },
    }
  }

  /** Waits until none is on its way. Those that are held or have to be sent again later are not. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  /** Sends one, and returns the status of its answer; 0 if there is none. */
  deliver(parcel: Parcel): Promise<number> {
    if (this.#held) {
      const { promise, resolve } = Promise.withResolvers<number>()
      this.#held.push({ parcel, deliver: resolve })
      return promise
    }
    return this.#send(parcel)
  }

  /** Counts work as running until it is done. */
  track<T>(work: Promise<T>): Promise<T> {
    const settled = work.catch(() => undefined).finally(() => this.#running.delete(settled))
    this.#running.add(settled)
    return work
  }

  #send(parcel: Parcel): Promise<number> {
    return this.track(this.#pass(parcel))
  }

  async #pass(parcel: Parcel): Promise<number> {
    const fault = this.#faults.shift()
    if (fault === 'lost') return 200
    const sent = fault === 'wrongSecret' ? { ...parcel, ...parcel.withSecret('not-the-secret') } : parcel
    if (fault === 'twice') await this.#attempt(sent)
    return this.#attempt(sent)
  }

  async #attempt({ provider, eventId, ...parcel }: Parcel): Promise<number> {
    const status = await post(parcel).catch(() => 0)
    this.attempts.push({ provider, eventId, status })
    return status
  }

  #plan(fault: Fault, times: number): void {
    for (let i = 0; i < times; i++) this.#faults.push(fault)
  }
}
