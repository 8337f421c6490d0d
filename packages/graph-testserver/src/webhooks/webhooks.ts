import type { Clock } from '@guiche/pix-testserver/clock'
import type { Settings } from '../settings.ts'
import { metaJson, signatureOf } from './meta-json.ts'
import { type Parcel, batched } from './parcel.ts'
import { post } from './post.ts'

/** What became of one try. `status` 0: no answer. */
interface Attempt {
  url: string
  body: string
  status: number
}

/** A body that is ready to be sent, as often as it takes. */
interface Letter {
  url: string
  body: string
  secret: string
  since: Date
  failures: number
}

type Fault = 'twice' | 'lost' | 'wrongSecret'

interface Release {
  order?: 'asTold' | 'reversed'
  /** As many as possible in one webhook. */
  together?: boolean
}

/** All webhooks of all apps, with the faults on their way. */
export class Webhooks {
  /** Each one that arrived somewhere or failed, in order. */
  readonly attempts: Attempt[] = []
  readonly #clock: Clock
  readonly #settings: Settings
  readonly #faults: Fault[] = []
  readonly #lanes = new Map<string, Promise<unknown>>()
  readonly #running = new Set<Promise<unknown>>()
  #held: Parcel[] | undefined
  #count = 0
  #waiting = 0
  #givenUp = 0

  constructor(clock: Clock, settings: Settings) {
    this.#clock = clock
    this.#settings = settings
  }

  /** Sends one. Resolves when it was tried for the first time, at once if webhooks are held. */
  async send(parcel: Parcel): Promise<void> {
    if (this.#held) return void this.#held.push(parcel)
    await this.#post(parcel)
  }

  /** Sends any bytes, signed with this secret or without a signature. Returns the status of the answer. */
  sendRaw(url: string, body: string, secret?: string): Promise<number> {
    const signature = secret === undefined ? {} : { 'x-hub-signature-256': signatureOf(secret, body) }
    return this.track(post(url, body, signature).catch(() => 0))
  }

  /** Keeps them back until they are released. */
  hold(): { readonly count: number; release: (how?: Release) => Promise<void> } {
    const held: Parcel[] = []
    this.#held = held
    return {
      get count() {
        return held.length
      },
      release: async ({ order = 'asTold', together = false } = {}) => {
        if (this.#held === held) this.#held = undefined
        const told = held.splice(0)
        if (order === 'reversed') told.reverse()
        for (const parcel of together ? batched(told) : told) await this.#post(parcel)
        await this.idle()
      },
    }
  }

  /** The next ones arrive twice. */
  deliverTwice({ times = 1 } = {}): void {
    this.#plan('twice', times)
  }

  /** The next ones never arrive, and Meta takes them for delivered. */
  lose({ times = 1 } = {}): void {
    this.#plan('lost', times)
  }

  /** The next ones are signed with a secret that is not the app's. */
  useWrongSecret({ times = 1 } = {}): void {
    this.#plan('wrongSecret', times)
  }

  /** How many wait for the clock, because they were not answered with 200. */
  get waiting(): number {
    return this.#waiting
  }

  /** How many were not answered with 200 until the days for it were over. */
  get givenUp(): number {
    return this.#givenUp
  }

  /** Waits until none is on its way. Those that are held or wait for the clock are not. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  /** Counts work as running until it is done. */
  track<T>(work: Promise<T>): Promise<T> {
    const settled = work.catch(() => undefined).finally(() => this.#running.delete(settled))
    this.#running.add(settled)
    return work
  }

  #post({ app, url, object, entry }: Parcel): Promise<void> {
    const body = metaJson({ object, entry })
    return this.#queue({ url, body, secret: app.secret, since: this.#clock.now(), failures: 0 })
  }

  /** Several to one address wait for each other, as far as the settings say. */
  #queue(letter: Letter): Promise<void> {
    const lane = `${this.#count++ % this.#settings.webhooksAtOnce} ${letter.url}`
    const work = (this.#lanes.get(lane) ?? Promise.resolve()).then(() => this.#pass(letter))
    this.#lanes.set(lane, work)
    return this.track(work)
  }

  async #pass(letter: Letter): Promise<void> {
    const fault = this.#faults.shift()
    if (fault === 'lost') return
    const secret = fault === 'wrongSecret' ? 'not-the-secret' : letter.secret
    if (fault === 'twice') await this.#attempt(letter, secret)
    const status = await this.#attempt(letter, secret)
    if (status !== 200) this.#tryLater(letter)
  }

  async #attempt({ url, body }: Letter, secret: string): Promise<number> {
    const status = await post(url, body, { 'x-hub-signature-256': signatureOf(secret, body) }).catch(() => 0)
    this.attempts.push({ url, body, status })
    return status
  }

  #tryLater(letter: Letter): void {
    const { webhookPauses, webhookDays } = this.#settings
    const pause = webhookPauses[Math.min(letter.failures, webhookPauses.length - 1)] ?? 3600
    const at = new Date(this.#clock.now().getTime() + pause * 1000)
    if (at.getTime() - letter.since.getTime() > webhookDays * 86_400_000) {
      this.#givenUp++
      return
    }
    this.#waiting++
    this.#clock.at(at, async () => {
      this.#waiting--
      await this.#queue({ ...letter, failures: letter.failures + 1 })
    })
  }

  #plan(fault: Fault, times: number): void {
    for (let i = 0; i < times; i++) this.#faults.push(fault)
  }
}
