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

/** What attendants do in a ticket that concerns the customer's network. */
export interface AttendantActivity {
  /** Shows the customer that an attendant types or records, if the network can. */
  doing(actor: UserActor, ticketId: number, doing: Doing): Promise<void>
  /** Asks the network what the customer is doing, when an attendant opens the ticket. */
  opened(actor: UserActor, ticketId: number): Promise<void>
}

interface Wiring {
  channels: Channels
  pictures: Pick<Pictures, 'seen'>
}

export function createAttendantActivity({ units }: Deps, { channels, pictures }: Wiring): AttendantActivity {
  return {
    doing: async (actor, ticketId, doing) => {
      const to = await findCustomer(actor, ticketId)
      if (to) channels.find(to.channel)?.typing?.({ ...recipientOf(actor, to), doing, author: actor.name })
    },
    opened: async (actor, ticketId) => {
      const to = await findCustomer(actor, ticketId)
      if (!to) return
      pictures.seen(actor.companyId, to.contact_id)
      channels.find(to.channel)?.watch?.(recipientOf(actor, to))
    },
  }

  /** Finds the customer of a ticket that is open or waits. */
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

const recipientOf = ({ companyId }: UserActor, { connection_id, address }: Customer) => ({
  companyId,
  connectionId: connection_id,
  address,
})
