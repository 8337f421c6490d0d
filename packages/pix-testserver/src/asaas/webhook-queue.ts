import type { World } from '../world.ts'
import type { WebhookConfig } from './rules.ts'

interface QueuedEvent {
  id: string
  body: string
  createdAt: Date
  failures: number
}

const [second, minute, hour] = [1000, 60_000, 3_600_000]

/** After the first try, which is made at once. */
const pauses = [
  30 * second,
  minute,
  3.5 * minute,
  5 * minute,
  15 * minute,
  25 * minute,
  ...Array.from({ length: 5 }, () => hour),
  2 * hour,
  2 * hour,
  3 * hour,
]

const failuresUntilPause = 15
const keptDays = 14
const timeoutMs = 10_000

/** The events for one registered address: sent until they are answered with 200, and no other status. */
export class WebhookQueue {
  readonly id: string
  config: WebhookConfig
  readonly #world: World
  #events: QueuedEvent[] = []
  /** In a row. */
  #failures = 0

  constructor(world: World, id: string, config: WebhookConfig) {
    this.#world = world
    this.id = id
    this.config = config
  }

  get view() {
    const { authToken: _secret, ...shown } = this.config
    return { id: this.id, ...shown, hasAuthToken: true }
  }

  /** Events that have not been delivered. */
  get count(): number {
    return this.#events.length
  }

  add(id: string, body: object): void {
    const event = { id, body: JSON.stringify(body), createdAt: this.#world.clock.now(), failures: 0 }
    this.#events.push(event)
    const isHead = this.#events.length === 1
    if (this.#isRunning && (isHead || !this.#isSequential)) void this.#deliver(event)
  }

  change(config: WebhookConfig): void {
    const wasRunning = this.#isRunning
    this.config = config
    if (wasRunning || !this.#isRunning) return
    this.#failures = 0
    const oldest = this.#world.clock.now().getTime() - keptDays * 24 * hour
    this.#events = this.#events.filter(({ createdAt }) => createdAt.getTime() >= oldest)
    for (const event of this.#isSequential ? this.#events.slice(0, 1) : [...this.#events]) void this.#deliver(event)
  }

  /** Sends any body with the right token, or with another one. Returns the status of the answer. */
  sendRaw(body: object, { token, from }: { token?: string; from?: string } = {}): Promise<number> {
    const parcel = this.#parcel('raw', JSON.stringify(body))
    return this.#world.webhooks.deliver({
      ...parcel,
      ...(token !== undefined && parcel.withSecret(token)),
      ...(from !== undefined && { from }),
    })
  }

  get #isRunning(): boolean {
    return this.config.enabled && !this.config.interrupted
  }

  get #isSequential(): boolean {
    return this.config.sendType === 'SEQUENTIALLY'
  }

  async #deliver(event: QueuedEvent): Promise<void> {
    const status = await this.#world.webhooks.deliver(this.#parcel(event.id, event.body))
    if (status === 200) return this.#delivered(event)
    this.#failures++
    event.failures++
    if (this.#failures >= failuresUntilPause) {
      this.config = { ...this.config, interrupted: true }
      return
    }
    const { clock } = this.#world
    const pause = pauses[Math.min(event.failures, pauses.length) - 1] ?? hour
    clock.at(new Date(clock.now().getTime() + pause), async () => {
      if (this.#isRunning && this.#events.includes(event)) await this.#deliver(event)
    })
  }

  #delivered(event: QueuedEvent): void {
    this.#failures = 0
    this.#events = this.#events.filter((one) => one !== event)
    const [next] = this.#events
    if (next && this.#isSequential && this.#isRunning) void this.#deliver(next)
  }

  #parcel(eventId: string, body: string) {
    const to = (token: string) => ({ url: this.config.url, headers: { 'asaas-access-token': token } })
    return { provider: 'asaas', eventId, body, timeoutMs, ...to(this.config.authToken), withSecret: to } as const
  }
}
