import type { Channels } from '#channels/registry'
import { sql } from '#platform/database/sql'
import type { Deps } from '#platform/deps'

interface Customer {
  connection_id: number
  channel: string
  address: string
}

/** In ms. Networks forget that somebody types. */
const again = 10_000

/** Shows the customer of a ticket for so many ms that an answer is being written, if the network can. Nothing depends on it. */
type Composes = (companyId: number, ticketId: number, ms: number) => void

/** What customers see of a machine that takes its time. */
export function createBotActivity({ units }: Pick<Deps, 'units'>, channels: Channels): Composes {
  return (companyId, ticketId, ms) => void composes(companyId, ticketId, ms).catch(() => undefined)

  async function composes(companyId: number, ticketId: number, ms: number): Promise<void> {
    const until = Date.now() + ms
    const to = await findCustomer(companyId, ticketId)
    if (!to) return
    const channel = channels.find(to.channel)
    if (!channel?.typing) return
    const { connection_id: connectionId, address } = to
    const show = () => {
      channel.typing?.({ companyId, connectionId, address, doing: 'composing', author: '' })
      if (Date.now() + again < until) setTimeout(show, again).unref()
    }
    show()
  }

  async function findCustomer(companyId: number, ticketId: number): Promise<Customer | undefined> {
    const { rows } = await units.read({ kind: 'system', companyId }, (ctx) =>
      sql<Customer>`
        select t.connection_id, n.channel, v.address from tickets t
        join conversations v on v.company_id = t.company_id and v.id = t.conversation_id
        join connections n on n.company_id = t.company_id and n.id = t.connection_id
        where t.company_id = ${companyId} and t.id = ${ticketId} and t.status <> 'closed'`.execute(ctx.db),
    )
    return rows[0]
  }
}
