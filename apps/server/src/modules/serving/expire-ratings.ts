import { sql } from '#platform/database/sql'
import type { Deps } from '#platform/deps'
import { type Ctx } from '#platform/context'
import { closeTicket, lockTicket } from '#modules/tickets'
import { sayFarewell } from './say-farewell.ts'
import { putBack } from './take-rating.ts'

/** In minutes. A customer who has written something else than a rating, and then nothing more, is read by a person then. */
const readAfter = 10

/** In minutes, for connections that set no time: as long as the customer is asked again (`isRatingOverdue`). */
const longestWait = 24 * 60

/** Neither the customer nor the company has written for as long as the connection waits for a rating. */
const isExpired = sql`t.status = 'nps' and (
  t.updated_at < now() - make_interval(mins => coalesce(nullif(n.rating_close_minutes, 0), ${sql.lit(longestWait)}))
  or (t.unread_count > 0 and t.updated_at < now() - make_interval(mins => ${sql.lit(readAfter)})))`

/**
 * Closes the tickets whose customers have not rated the service in time. A ticket with something that nobody has read
 * waits in its queue instead.
 */
export async function expireRatings({ units, log }: Pick<Deps, 'units' | 'log'>): Promise<void> {
  const { rows } = await sql<{ company_id: number; id: number }>`
    select t.company_id, t.id
    from tickets t join connections n on n.company_id = t.company_id and n.id = t.connection_id
    where ${isExpired} order by t.updated_at limit 1000`.execute(units.operator)
  for (const { company_id: companyId, id } of rows)
    await units
      .run({ kind: 'system', companyId }, (ctx) => expire(ctx, id))
      .catch((err: unknown) =>
        log.error(
          { event: 'ratings.not-expired', err, companyId, ticketId: id },
          'could not close a ticket whose customer has not rated the service; it is tried again in a minute',
        ),
      )
}

async function expire(ctx: Ctx, ticketId: number): Promise<void> {
  const ticket = await lockTicket(ctx, ticketId)
  const expired = ticket && (await findExpired(ctx, ticketId))
  if (!expired) return
  if (ticket.unread_count > 0) return putBack(ctx, ticket)
  // A day later a farewell would come out of the blue.
  if (expired.has_time) await sayFarewell(ctx, ticket)
  await closeTicket(ctx, ticket)
}

/** Undefined if the customer has answered before the ticket was locked. */
async function findExpired(ctx: Ctx, ticketId: number): Promise<{ has_time: boolean } | undefined> {
  const { rows } = await sql<{ has_time: boolean }>`
    select n.rating_close_minutes > 0 as has_time
    from tickets t join connections n on n.company_id = t.company_id and n.id = t.connection_id
    where t.company_id = ${ctx.companyId} and t.id = ${ticketId} and ${isExpired}`.execute(ctx.db)
  return rows[0]
}
