import type { Inbound } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import { logTicket } from '#modules/tickets'
import type { InboxEntry } from './tables/inbox.repository.ts'

/** Notes in the ticket that a message is missing, so that its attendant can ask the customer. */
export async function recordUnreadable(
  ctx: Ctx,
  { connection_id, payload }: Pick<InboxEntry, 'connection_id' | 'payload'>,
): Promise<void> {
  if (isNoMessage(payload)) return
  const chat = [payload.from, ...(payload.aliases ?? [])]
  const { rows } = await sql<{ id: number }>`
    select t.id
    from (${recordset(chat, sql`kind text, value text`)}) as x
    join contact_identities i on i.company_id = ${ctx.companyId} and i.kind = x.kind and i.key = identity_key(x.kind, x.value) and i.scope = ''
    join conversations v on v.company_id = i.company_id and v.contact_id = i.contact_id and v.connection_id = ${connection_id}
    join tickets t on t.company_id = v.company_id and t.conversation_id = v.id
    order by t.is_latest desc, t.id desc limit 1`.execute(ctx.db)
  for (const { id: ticketId } of rows) {
    await logTicket(ctx, ticketId, 'unreadable')
    ctx.emit('ticket.changed', { ticketId })
  }
}

/** Acks and changes of groups and people are not messages, and what the network has taken or lost is our own. */
const isNoMessage = (payload: Inbound): payload is Extract<Inbound, { kind: (typeof others)[number] }> =>
  others.some((kind) => kind === payload.kind)

const others = ['ack', 'group', 'reached', 'taken', 'failed', 'moved'] as const
