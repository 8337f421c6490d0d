import { randomBytes } from 'node:crypto'
import type { Answer, Call } from '../https/answer.ts'
import { localMoment } from '../local-time.ts'
import type { World } from '../world.ts'
import { obeying, refusal } from './refusals.ts'
import { type Event, NewWebhook, WebhookChange } from './rules.ts'
import { WebhookQueue } from './webhook-queue.ts'

/** The webhooks that an account has registered. */
export class AsaasWebhooks {
  readonly queues: WebhookQueue[] = []
  readonly #world: World
  #count = 0

  constructor(world: World) {
    this.#world = world
  }

  create({ body }: Call): Answer {
    const config = obeying(NewWebhook, body)
    const queue = new WebhookQueue(this.#world, `whk_${randomBytes(8).toString('hex')}`, config)
    this.queues.push(queue)
    return { status: 200, body: queue.view }
  }

  list(): Answer {
    const data = this.queues.map(({ view }) => view)
    return {
      status: 200,
      body: { object: 'list', hasMore: false, totalCount: data.length, limit: 10, offset: 0, data },
    }
  }

  change({ body }: Call, id: string): Answer {
    const queue = this.queues.find((one) => one.id === id)
    if (!queue) throw refusal(404, 'not_found', 'Webhook não encontrado')
    const change = obeying(WebhookChange, body)
    queue.change(NewWebhook.parse({ ...queue.config, ...change }))
    return { status: 200, body: queue.view }
  }

  /** Tells all addresses that asked for this event. */
  tell(event: Event, payment: object): void {
    const id = `evt_${randomBytes(16).toString('hex')}&${368_604_920 + this.#count++}`
    const body = { id, event, dateCreated: localMoment(this.#world.clock.now()), payment }
    for (const queue of this.queues) if (queue.config.events.includes(event)) queue.add(id, body)
  }
}
