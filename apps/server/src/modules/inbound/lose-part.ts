import type { Inbound } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { storableJson } from '#platform/text'
import { addToOutbox, tellCampaigns } from '#modules/delivery'

/** A part that the network fails to deliver again and again is given up after so many times. */
const mostTimes = 5

/** In ms, before a lost part is sent again: four times as long each time. */
const pauseAfter = (times: number) => 4 ** times * 1000

interface Lost {
  id: number
  conversation_id: number
  /** Null: a campaign's message that nobody has answered. */
  ticket_id: number | null
  is_campaign: boolean
  part: number
  /** How often the part was lost, this time included. */
  times: number
  has_others: boolean
  /** Its file can be sent in another form. */
  has_other_form: boolean
}

/**
 * The network has not delivered a part that it had taken. Nobody got it, so it is sent again if the reason passes; otherwise its
 * message has failed. What has arrived, or was lost before, is not lost now, whatever comes late or twice.
 */
export async function losePart(
  ctx: Ctx,
  connectionId: number,
  { externalId: networkId, reason, details, mayTryAgain, mayEncode }: Extract<Inbound, { kind: 'failed' }>,
): Promise<void> {
  const { rows } = await sql<Lost>`
    with concerned as materialized (
      select m.id, m.conversation_id, m.ticket_id, m.origin = 'campaign' as is_campaign, p.part,
        m.media_type in ('image', 'video', 'audio', 'sticker') and not coalesce(m.raw ? 'template', false) as has_other_form
      from message_parts p join messages m on m.company_id = p.company_id and m.id = p.message_id
      where p.company_id = ${ctx.companyId} and p.connection_id = ${connectionId} and p.network_id = ${networkId}
        and not p.is_lost and (m.ack < 2 or not p.is_last) and m.deleted_at is null
      for no key update of m),
    lost as (
      update message_parts p set is_lost = true from concerned c
      where p.company_id = ${ctx.companyId} and p.connection_id = ${connectionId} and p.network_id = ${networkId})
    select c.*,
      1 + (select count(*)::int from message_parts o
           where o.company_id = ${ctx.companyId} and o.message_id = c.id and o.part = c.part and o.is_lost) as times,
      exists (select from message_parts o
              where o.company_id = ${ctx.companyId} and o.message_id = c.id and o.part <> c.part and not o.is_lost) as has_others
    from concerned c`.execute(ctx.db)
  for (const lost of rows) {
    const isFileRefused = mayEncode === true && lost.has_other_form && lost.times === 1
    const isTriedAgain = isFileRefused || (mayTryAgain && lost.times < mostTimes)
    const failure = isTriedAgain ? null : lost.has_others ? 'ERR_SENT_IN_PART' : reason
    const refusal = failure === reason && details ? { reason, details } : null
    await markLost(ctx, { connectionId, networkId, messageId: lost.id, failure, refusal })
    if (isTriedAgain) await sendAgain(ctx, connectionId, lost, isFileRefused)
    else tellCampaigns(ctx, [lost])
    if (lost.ticket_id === null) continue
    ctx.emit('message.updated', { messageId: lost.id, ticketId: lost.ticket_id })
    ctx.emit('ticket.changed', { ticketId: lost.ticket_id })
  }
}

async function markLost(
  ctx: Ctx,
  {
    connectionId,
    networkId,
    messageId,
    failure,
    refusal,
  }: {
    connectionId: number
    networkId: string
    messageId: number
    failure: string | null
    refusal: { reason: string; details: string } | null
  },
): Promise<void> {
  await sql`
    with part as (
      update message_parts set failure = ${failure}
      where company_id = ${ctx.companyId} and connection_id = ${connectionId} and network_id = ${networkId})
    update messages set ack = 0, failure = ${failure}, refusal = ${refusal && storableJson(refusal)}::jsonb
    where company_id = ${ctx.companyId} and id = ${messageId}`.execute(ctx.db)
}

async function sendAgain(
  ctx: Ctx,
  connectionId: number,
  { id, conversation_id, times }: Lost,
  isFileRefused: boolean,
): Promise<void> {
  const payload = isFileRefused ? { payload: { isFileRefused } } : {}
  const entry = { connectionId, conversationId: conversation_id, messageId: id, action: 'send', ...payload } as const
  await addToOutbox(ctx, { ...entry, after: pauseAfter(times) }).execute(ctx.db)
}
