import type { Channels } from '#channels/registry'
import type { Outbound, SendResult } from '@guiche/channel'
import type { Log } from '#platform/process/log'
import type { OutboxEntry } from './outbox.repository.ts'
import { sendTimeout } from './send-timeout.ts'

/** Hands one entry to its network, which has so much time to answer. */
export async function sendEntry(
  { channels, log }: { channels: Channels; log: Log },
  companyId: number,
  entry: OutboxEntry,
): Promise<SendResult> {
  // Nobody is behind it any more: not even a network that could refuse.
  if (entry.is_connection_deleted) return { status: 'rejected', reason: 'ERR_CONNECTION_DELETED' }
  const channel = channels.find(entry.channel)
  if (!channel) return { status: 'held' }
  let timeout: NodeJS.Timeout | undefined
  try {
    return await Promise.race([
      channel.send(outboundOf(companyId, entry)),
      new Promise<SendResult>((resolve) => {
        timeout = setTimeout(() => resolve({ status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' }), sendTimeout(entry))
      }),
    ])
  } catch (err) {
    if (entry.failures === 0)
      log.error(
        { event: 'outbox.send-failed', err, companyId, outbox: entry.id },
        'a channel failed while sending a message; will try again',
      )
    return { status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' }
  } finally {
    clearTimeout(timeout)
  }
}

function outboundOf(companyId: number, entry: OutboxEntry): Outbound {
  const { file_key, file_mime, file_name, payload, author, read_authors } = entry
  return {
    action: entry.action,
    companyId,
    connectionId: entry.connection_id,
    address: entry.address,
    messageId: entry.message_id,
    externalId: entry.external_id,
    body: entry.body,
    mediaType: entry.media_type,
    ...(file_key && file_mime && { media: { storageKey: file_key, mime: file_mime, name: file_name ?? '' } }),
    fromMe: entry.from_me,
    ...(author !== null && { author }),
    ...(entry.is_forwarded && { isForwarded: true }),
    ...quotedOf(entry),
    ...(payload?.emoji !== undefined && { emoji: payload.emoji }),
    ...(payload?.readIds && { readIds: payload.readIds }),
    ...(read_authors && { readAuthors: read_authors }),
  }
}

/** What it answers, where that is here: a message from before the connection may not be. */
function quotedOf(entry: OutboxEntry): Pick<Outbound, 'quoted'> {
  const { quoted_external_id: externalId, quoted_from_me: fromMe, quoted_author: author, quoted_mime: mime } = entry
  if (externalId === null || fromMe === null) return {}
  return {
    quoted: {
      externalId,
      fromMe,
      body: entry.quoted_body ?? '',
      mediaType: entry.quoted_media_type ?? '',
      ...(mime !== null && { media: { mime, name: entry.quoted_name ?? '' } }),
      ...(author !== null && { author }),
    },
  }
}
