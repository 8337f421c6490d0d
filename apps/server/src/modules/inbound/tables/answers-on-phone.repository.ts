import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { insertWaits } from '#modules/tickets'

// Parts of the statement that stores messages (`added`), for tickets that somebody has answered on the phone. The answer
// may be told late, and what the customer wrote after it may be known already, or come with it. Parts of a statement see
// tickets and messages as they were before it.

/** Times of the network are in whole seconds. */
const tolerance = sql`interval '2 seconds'`

/** The answers, and what the customers have written or waited for: before this batch, in it, and after a late answer. */
export const answersOnPhone = ({ companyId }: Ctx) => sql`
  echoes as (
    select ticket_id, sent_at as at, lag(sent_at) over (partition by ticket_id order by sent_at, id) as before
    from added where from_me and ticket_id is not null),
  answered as (
    select ticket_id, min(at) as first_at, max(at) as last_at from echoes group by ticket_id),
  heard as (
    select ticket_id, sent_at as at from added where not from_me
    union all
    select o.id, o.waiting_since
    from answered e join tickets o on o.company_id = ${companyId} and o.id = e.ticket_id
    where o.waiting_since is not null
    union all
    select o.id, m.sent_at
    from answered e
    join tickets o on o.company_id = ${companyId} and o.id = e.ticket_id
      and o.waiting_since <= e.first_at + ${tolerance} and o.last_message_at > e.first_at + ${tolerance}
    join messages m on m.company_id = o.company_id and m.conversation_id = o.conversation_id and m.ticket_id = o.id
      and m.sent_at > e.first_at and not m.from_me),`

/** Each answer ends a wait, if the customer has waited for it. */
export const waitsUntilPhone = (ctx: Ctx) =>
  insertWaits(ctx, {
    waits: sql`
      select e.ticket_id, min(h.at) as began_at, e.at as ended_at
      from echoes e join heard h on h.ticket_id = e.ticket_id and h.at <= e.at + ${tolerance}
        and (e.before is null or h.at > e.before + ${tolerance})
      group by e.ticket_id, e.at, e.before`,
    by: 'phone',
  })

/** Since when the customer of `t` waits: since the first thing that they wrote after the last answer. */
export const waitsAfterPhone = sql`
  case when exists (select from answered e where e.ticket_id = t.id)
    then (select min(h.at) from heard h join answered e on e.ticket_id = h.ticket_id
          where h.ticket_id = t.id and h.at > e.last_at + ${tolerance})
    else least(t.waiting_since, x.first_at) end`
