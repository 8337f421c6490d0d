import type { Inbound } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

type Reached = Extract<Inbound, { kind: 'reached' }>

/**
 * Keeps until when the customer has got, or read, our messages. Returns the last one of them that we know the network had by then.
 */
export async function keepReached(
  ctx: Ctx,
  connectionId: number,
  { from, until, ack }: Reached,
): Promise<string | undefined> {
  const { rows } = await sql<{ external_id: string }>`
    with concerned as materialized (
      select v.id from contact_identities i
      -- The limit keeps the planner from merging: the newest contact is the last one, so that it would walk through all of them.
      cross join lateral (
        select c.id from conversations c
        where c.company_id = i.company_id and c.contact_id = i.contact_id and c.connection_id = ${connectionId} limit 1) v
      where i.company_id = ${ctx.companyId} and i.kind = ${from.kind} and i.scope = '' and i.key = identity_key(${from.kind}, ${from.value})),
    kept as (
      insert into reached_conversations as r (company_id, conversation_id, ack, until)
      select ${ctx.companyId}, id, ${ack}, ${until}::timestamptz from concerned
      on conflict (company_id, conversation_id, ack) do update set until = excluded.until where r.until < excluded.until)
    select m.external_id from concerned v
    join messages m on m.company_id = ${ctx.companyId} and m.conversation_id = v.id
    left join lateral (
      select p.taken_at from message_parts p
      where p.company_id = m.company_id and p.message_id = m.id and p.is_last and not p.is_lost limit 1) as p on true
    where m.from_me and not m.is_private and (m.ack > 0 or p.taken_at is not null) and coalesce(p.taken_at, m.sent_at) <= ${until}::timestamptz
    order by m.sent_at desc, m.id desc limit 1`.execute(ctx.db)
  return rows[0]?.external_id
}

/** How far a message was already when we learned that the network has its last part. */
export async function findReachedAck(
  ctx: Ctx,
  connectionId: number,
  networkId: string,
): Promise<Reached['ack'] | undefined> {
  const { rows } = await sql<{ ack: Reached['ack'] }>`
    select r.ack from message_parts p
    join messages m on m.company_id = p.company_id and m.id = p.message_id
    join reached_conversations r on r.company_id = m.company_id and r.conversation_id = m.conversation_id and r.until >= p.taken_at
    where p.company_id = ${ctx.companyId} and p.connection_id = ${connectionId} and p.network_id = ${networkId} and p.is_last and not p.is_lost
    order by r.ack desc limit 1`.execute(ctx.db)
  return rows[0]?.ack
}
