import { whyUnreached } from '#channels/reach'
import { factsOf } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import { channelOf } from '#modules/connections'
import { addressOf } from './address-of.ts'
import type { Identity } from '@guiche/channel'
import { isWithinPortfolio } from './tables/within-portfolio.ts'

/**
 * A connection is reached in another way: conversations whose addresses it does not know get one that it does, the number first. Those
 * of customers without one keep theirs, and say why they cannot be answered.
 */
export async function readdress(ctx: Ctx, connectionId: number): Promise<void> {
  const facts = factsOf(await channelOf(ctx, connectionId))
  const { rows } = await sql<{ id: number; address: string; kind: Identity['kind'] | null; value: string | null }>`
    select v.id, v.address, i.kind, i.value from conversations v
    left join lateral (
      select i.kind, i.value from contact_identities i
      where i.company_id = v.company_id and i.contact_id = v.contact_id and i.kind = any (${[...facts.reachedBy]}::text[])
        and ${isWithinPortfolio(sql`v.connection_id`)}
      order by i.kind <> 'phone', i.id limit 1) i on true
    where v.company_id = ${ctx.companyId} and v.connection_id = ${connectionId} and v.address !~ '^\\+?\\d{6,15}$'
    order by v.id for no key update of v`.execute(ctx.db)
  const addressed = rows.flatMap(({ id, address, kind, value }) =>
    kind !== null && value !== null && whyUnreached(facts, address)
      ? [{ id, address: addressOf({ kind, value }) }]
      : [],
  )
  if (addressed.length > 0)
    await sql`
      update conversations v set address = x.address from (${recordset(addressed, sql`id bigint, address text`)}) as x
      where v.company_id = ${ctx.companyId} and v.id = x.id`.execute(ctx.db)
  await tellTickets(ctx, connectionId)
}

/** What can be done in them has changed. */
async function tellTickets(ctx: Ctx, connectionId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from tickets where company_id = ${ctx.companyId} and connection_id = ${connectionId} and status <> 'closed'`.execute(
    ctx.db,
  )
  for (const { id } of rows) ctx.emit('ticket.changed', { ticketId: id })
}
