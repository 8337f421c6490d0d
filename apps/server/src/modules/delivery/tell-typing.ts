import type { Doing } from '@guiche/channel'
import type { Channels } from '#channels/registry'
import type { UserActor } from '#platform/context'
import type { Deps } from '#platform/deps'
import { sql } from '#platform/database/sql'
import type { Pictures } from '#modules/contacts'

interface Customer {
  connection_id: number
  channel: string
  address: string
  contact_id: number
}

/** What attendants do at a ticket, as far as it is for the customer's network. */
export interface Attention {
  /** They write or speak, or have stopped: shown to the customer where the network can. */
  doing(actor: UserActor, ticketId: number, doing: Doing): Promise<void>
  /** They have it open: the network is asked what the customer is doing. */
  opened(actor: UserActor, ticketId: number): Promise<void>
}

interface Wiring {
  channels: Channels
  pictures: Pick<Pictures, 'seen'>
}

export function createAttention({ units }: Deps, { channels, pictures }: Wiring): Attention {
  return {
    doing: async (actor, ticketId, doing) => {
      const to = await findCustomer(actor, ticketId)
      if (to) channels.find(to.channel)?.typing?.({ ...placeOf(actor, to), doing, author: actor.name })
    },
    opened: async (actor, ticketId) => {
      const to = await findCustomer(actor, ticketId)
      if (!to) return
      pictures.seen(actor.companyId, to.contact_id)
      channels.find(to.channel)?.watch?.(placeOf(actor, to))
    },
  }

  /** Of a ticket that is being served or waits. */
  async function findCustomer(actor: UserActor, ticketId: number): Promise<Customer | undefined> {
    const { rows } = await units.read(actor, (ctx) =>
      sql<Customer>`
        select t.connection_id, t.contact_id, n.channel, v.address
        from tickets t
        join conversations v on v.company_id = t.company_id and v.id = t.conversation_id
        join connections n on n.company_id = t.company_id and n.id = t.connection_id
        join contacts c on c.company_id = t.company_id and c.id = t.contact_id and c.is_active
        where t.company_id = ${actor.companyId} and t.id = ${ticketId} and t.status in ('open', 'group', 'pending')`.execute(
        ctx.db,
      ),
    )
    return rows[0]
  }
}

const placeOf = ({ companyId }: UserActor, { connection_id, address }: Customer) => ({
  companyId,
  connectionId: connection_id,
  address,
})
