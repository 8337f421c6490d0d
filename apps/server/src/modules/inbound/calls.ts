import type { CallOutcome, Inbound } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { companyTexts } from '#modules/companies'
import { type Call, postAutomaticMessage, keepCall } from '#modules/messages'
import { changePreview, lockTicket, markAnswered } from '#modules/tickets'

type CallEnd = Extract<Inbound, { kind: 'call' }>

/** The body of a call's message: its outcome and time by the company's clock, in the company's language. */
export async function callTextOf(ctx: Ctx): Promise<(call: Call, at: string | Date) => string> {
  const { rows } = await sql<{ timezone: string }>`select timezone from companies where id = ${ctx.companyId}`.execute(
    ctx.db,
  )
  const { calls } = await companyTexts(ctx)
  const format = new Intl.DateTimeFormat('pt-BR', {
    timeZone: rows[0]?.timezone ?? 'UTC',
    hour: '2-digit',
    minute: '2-digit',
  })
  return ({ isVideo, outcome }, at) =>
    calls[isVideo ? 'video' : 'voice'][outcome ?? 'ringing'](format.format(new Date(at)))
}

/**
 * Stores the outcome of a call, which may be reported several times. The caller has locked the ticket. True if
 * something has changed.
 */
export async function endCall(
  ctx: Ctx,
  { id, ticket_id }: { id: number; ticket_id: number },
  { outcome, byItself = false }: CallEnd,
): Promise<boolean> {
  const { rows: calls } = await sql<{ call: Call; ack: number; sent_at: Date }>`
    select raw -> 'call' as call, ack, sent_at from messages
    where company_id = ${ctx.companyId} and id = ${id} and media_type = 'call_log' and raw ? 'call'`.execute(ctx.db)
  const [found] = calls
  if (!found || !follows(found.call.outcome, outcome)) return false
  const call: Call = { ...found.call, outcome }
  const body = (await callTextOf(ctx))(call, found.sent_at)
  /** An answered call needs no attention. */
  const isHandled = outcome === 'answered' && found.ack < 3
  await keepCall(ctx, id, { call, body, isSeen: isHandled })
  const isShown = await changePreview(ctx, { id, ticket_id }, body)
  if (isHandled) await markAnswered(ctx, { id, ticket_id })
  if (isShown || isHandled) ctx.emit('ticket.changed', { ticketId: ticket_id })
  if (byItself) await sendRefusal(ctx, ticket_id)
  return true
}

/** A refusal replaces a missed call, because the caller's hanging up may be reported first. */
const follows = (before: CallOutcome | undefined, outcome: CallOutcome) =>
  before === undefined || (before === 'missed' && outcome !== 'missed')

async function sendRefusal(ctx: Ctx, ticketId: number): Promise<void> {
  const ticket = await lockTicket(ctx, ticketId)
  if (!ticket || ticket.is_group || !ticket.contact_active) return
  await postAutomaticMessage(ctx, ticket, (await companyTexts(ctx)).callsRefused)
}
