import { LRUCache } from 'lru-cache'
import type { Channels } from '#channels/registry'
import type { Log } from '#platform/process/log'

interface Wiring {
  log: Log
  channels: Channels
}

interface AskedNumber {
  companyId: number
  connection_id: number
  channel: string
  /** The campaign that sends over it: each one asks when it begins. Null: somebody plans one. */
  campaign_id: number | null
}

/** In ms: when a question that failed is asked again. */
const afterFailure = 600_000

/**
 * Asks the network which limits a number has, unless it was asked a short time ago: a time lock or a cap of new chats may be
 * older than the connection, and is otherwise known only from the first refusal. The channel stores what it is told. True: it
 * was asked now. When it was asked is kept in this process only, because a question too many does no harm.
 */
export function createLimitQuestions({ log, channels }: Wiring, every: number) {
  const nextAt = new LRUCache<string, number>({ max: 10_000 })

  return async ({
    companyId,
    connection_id: connectionId,
    channel: name,
    campaign_id,
  }: AskedNumber): Promise<boolean> => {
    const channel = channels.find(name)
    const key = `${companyId} ${connectionId} ${campaign_id ?? ''}`
    if (!channel?.ask || Date.now() < (nextAt.get(key) ?? 0)) return false
    try {
      await channel.ask({ about: 'limits', companyId, connectionId })
      nextAt.set(key, Date.now() + every)
      return true
    } catch (err) {
      nextAt.set(key, Date.now() + afterFailure)
      log.warn(
        { event: 'campaign.limits-not-read', err, companyId, connectionId },
        'could not ask the network about the limits of a number; will ask again',
      )
      return false
    }
  }
}
