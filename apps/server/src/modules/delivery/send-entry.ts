import type { Channels } from '#channels/registry'
import type { SendResult } from '@guiche/channel'
import type { Log } from '#platform/process/log'
import type { OutboxEntry } from './outbox.repository.ts'
import { outboundOf } from './outbound.ts'
import { sendTimeout } from './send-timeout.ts'

/** Sends one entry, with a timeout for the network's answer. */
export async function sendEntry(
  { channels, log }: { channels: Channels; log: Log },
  companyId: number,
  entry: OutboxEntry,
): Promise<SendResult> {
  // A deleted connection has no network that could answer.
  if (entry.is_connection_deleted) return { status: 'rejected', reason: 'ERR_CONNECTION_DELETED' }
  const channel = channels.find(entry.channel)
  if (!channel) return { status: 'held' }
  // A network that chooses the ids would take a repeated message for another one.
  const unknown: SendResult =
    channel.facts.idsBy === 'network' && entry.action === 'send'
      ? { status: 'uncertain' }
      : { status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' }
  let timeout: NodeJS.Timeout | undefined
  try {
    return await Promise.race([
      channel.send(outboundOf(companyId, entry, channel.facts)),
      new Promise<SendResult>((resolve) => {
        timeout = setTimeout(() => resolve(unknown), sendTimeout(entry))
      }),
    ])
  } catch (err) {
    if (entry.failures === 0)
      log.error(
        { event: 'outbox.send-failed', err, companyId, outbox: entry.id },
        'a channel failed while sending a message; will try again',
      )
    return unknown
  } finally {
    clearTimeout(timeout)
  }
}
