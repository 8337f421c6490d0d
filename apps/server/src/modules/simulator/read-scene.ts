import type { Channel, QueueDraft } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { type BotConfiguration, type BotQueue, readConfiguration, readWithoutConnection } from '#modules/bot'
import { type ConnectionRow, getConnection } from '#modules/connections'
import { countWaiting } from '#modules/tickets'
import { layDraft } from './lay-draft.ts'
import { type People, readNames } from './simulator.repository.ts'
import type { Scene } from './talk.ts'

interface Asked {
  queueId: number | null
  draft: QueueDraft
  /** Null: any of the channel. */
  connectionId: number | null
  channel: Channel
  customer: Scene['customer']
}

export interface Staged {
  scene: Scene
  queue: BotQueue
  isOffered: boolean
  connection: ConnectionRow | undefined
  names: People
}

/** The stored configuration with the draft laid over it, and everything else that a conversation depends on. */
export async function readScene(ctx: Ctx, { queueId, draft, connectionId, channel, customer }: Asked): Promise<Staged> {
  const connection = connectionId === null ? undefined : await getConnection(ctx, connectionId)
  const stored = connection ? await configurationOf(ctx, connection.id) : await readWithoutConnection(ctx, channel)
  const { configuration, queue, isOffered } = await layDraft(ctx, stored, queueId, draft)
  const names = await readNames(ctx)
  const queues = [
    ...names.queues.filter(({ id }) => id !== queue.id),
    { id: queue.id, name: queue.name, color: names.queues.find(({ id }) => id === queue.id)?.color ?? '' },
  ]
  const tellsPlace = configuration.company.settings.sendQueuePosition === 'enabled'
  const queueIds = configuration.queues.map(({ id }) => id)
  const waiting = tellsPlace ? await countWaiting(ctx, queueIds) : new Map<number, number>()
  return {
    queue,
    isOffered,
    connection,
    names: { ...names, queues },
    scene: {
      configuration,
      companyName: names.company,
      connectionName: connection?.name ?? '',
      farewell: connection?.settings.complationMessage ?? '',
      reopensWithin: connection?.reopen_minutes ?? 0,
      customer,
      queueNames: new Map(queues.map(({ id, name }) => [id, name])),
      userNames: new Map(names.users.map(({ id, name }) => [id, name])),
      waitingIn: (id) => (waiting.get(id) ?? 0) + 1,
    },
  }
}

async function configurationOf(ctx: Ctx, connectionId: number): Promise<BotConfiguration> {
  const configuration = await readConfiguration(ctx, connectionId)
  if (!configuration) throw notFound('ERR_NO_WAPP_FOUND')
  return configuration
}
