import type { Channels } from '#channels/registry'
import type { UserActor } from '#platform/context'
import type { Parts } from '#platform/parts'
import { sql } from '#platform/database/sql'

/** An attendant types: shown to the customer where the network can. */
export function createTyping({ units }: Parts, channels: Channels) {
  return async (actor: UserActor, ticketId: number, typing: boolean): Promise<void> => {
    const { companyId, name } = actor
    const { rows } = await units.read(actor, (ctx) =>
      sql<{ connection_id: number; channel: string; address: string }>`
        select t.connection_id, n.channel, v.address
        from tickets t
        join conversations v on v.company_id = t.company_id and v.id = t.conversation_id
        join connections n on n.company_id = t.company_id and n.id = t.connection_id
        where t.company_id = ${companyId} and t.id = ${ticketId} and t.status in ('open', 'group')`.execute(ctx.db),
    )
    const [to] = rows
    if (to)
      channels
        .find(to.channel)
        ?.typing?.({ companyId, connectionId: to.connection_id, address: to.address, typing, author: name })
  }
}
