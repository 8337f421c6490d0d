import type { Channels } from '#channels/registry'
import { type CompanyWorker, createCompanyWorker } from '#platform/company-worker'
import type { Outbound, SendResult } from '#channels/channel'
import { sql } from '#platform/database/sql'
import { metrics } from '#platform/metrics'
import type { Parts } from '#platform/parts'
import { type Outcome, type OutboxEntry, settleOutbox, takeOutbox } from './outbox.repository.ts'

const batch = 100
const patience = 20_000

/** Sends what waits in the outbox: conversations beside each other, each one in its order. */
export function createDelivery({ units, log }: Parts, channels: Channels): CompanyWorker {
  return createCompanyWorker({ name: 'the outbox', drain, look }, log)

  async function drain(companyId: number, goesOn: () => boolean) {
    let entries = await units.run({ kind: 'system', companyId }, (ctx) => takeOutbox(ctx, batch))
    while (entries.length > 0) {
      const outcomes = await Promise.all(entries.map((entry) => attempt(companyId, entry)))
      // What comes next is taken in the unit of work that says what became of the last.
      entries = await units.run({ kind: 'system', companyId }, async (ctx) => {
        for (const message of await settleOutbox(ctx, outcomes))
          ctx.emit('message.updated', { messageId: message.id, ticketId: message.ticket_id })
        return goesOn() ? takeOutbox(ctx, batch) : []
      })
    }
  }

  async function attempt(companyId: number, entry: OutboxEntry): Promise<Outcome> {
    const result = await sendOne(companyId, entry)
    metrics.sent.inc({ status: result.status })
    if (result.status !== 'sent')
      log.warn({ companyId, outbox: entry.id, attempts: entry.attempts, result }, 'a message could not be sent')
    return {
      id: entry.id,
      attempts: entry.attempts,
      message_id: entry.message_id,
      ticket_id: entry.ticket_id,
      action: entry.action,
      ...result,
    }
  }

  async function sendOne(companyId: number, entry: OutboxEntry): Promise<SendResult> {
    const channel = channels.find(entry.channel)
    if (!channel) return { status: 'retry', reason: 'ERR_WAPP_NOT_INITIALIZED' }
    let timeout: NodeJS.Timeout | undefined
    try {
      return await Promise.race([
        channel.send(outboundOf(companyId, entry)),
        new Promise<SendResult>((resolve) => {
          timeout = setTimeout(() => resolve({ status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' }), patience)
        }),
      ])
    } catch (err) {
      log.error({ err, companyId, outbox: entry.id }, 'a channel failed')
      return { status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' }
    } finally {
      clearTimeout(timeout)
    }
  }

  async function look(): Promise<number[]> {
    const { rows } = await sql<{ company_id: number }>`
      select distinct company_id from outbox
      where not_before <= clock_timestamp() and (taken_until is null or taken_until <= clock_timestamp())`.execute(
      units.operator,
    )
    return rows.map((row) => row.company_id)
  }
}

function outboundOf(companyId: number, entry: OutboxEntry): Outbound {
  const { file_key, file_mime, file_name, quoted_external_id, payload } = entry
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
    ...(quoted_external_id && { quotedExternalId: quoted_external_id }),
    ...(payload?.emoji !== undefined && { emoji: payload.emoji }),
    ...(payload?.readIds && { readIds: payload.readIds }),
  }
}
