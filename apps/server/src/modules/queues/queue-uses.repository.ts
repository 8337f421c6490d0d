import type { QueueUses } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

interface Named {
  id: number
  name: string
}

/** What a deleted queue is taken from (docs/requirements/back-office.md, section 2). */
export async function readUses(ctx: Ctx, queueId: number): Promise<QueueUses> {
  return {
    connections: await connectionsOffering(ctx, queueId),
    redirects: await connectionsRedirectingTo(ctx, queueId),
    users: await membersOf(ctx, queueId),
    options: await optionsLeadingTo(ctx, queueId),
    tickets: await countTickets(ctx, queueId),
  }
}

async function connectionsOffering({ companyId, db }: Ctx, queueId: number): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select n.id, n.name from connection_queues nq
    join connections n on n.company_id = nq.company_id and n.id = nq.connection_id
    where nq.company_id = ${companyId} and nq.queue_id = ${queueId} and n.archived_at is null
    order by fold(n.name), n.id`.execute(db)
  return rows
}

async function connectionsRedirectingTo({ companyId, db }: Ctx, queueId: number): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, name from connections
    where company_id = ${companyId} and redirect_queue_id = ${queueId} and archived_at is null
    order by fold(name), id`.execute(db)
  return rows
}

async function membersOf({ companyId, db }: Ctx, queueId: number): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select u.id, u.name from user_queues uq
    join users u on u.company_id = uq.company_id and u.id = uq.user_id
    where uq.company_id = ${companyId} and uq.queue_id = ${queueId} and u.archived_at is null
    order by fold(u.name), u.id`.execute(db)
  return rows
}

async function optionsLeadingTo({ companyId, db }: Ctx, queueId: number): Promise<QueueUses['options']> {
  const { rows } = await sql<Named & { queue: Named }>`
    select o.id, o.name, jsonb_build_object('id', q.id, 'name', q.name) as queue
    from chatbot_options o join queues q on q.company_id = o.company_id and q.id = o.queue_id
    where o.company_id = ${companyId} and o.kind in ('queue', 'attendent') and o.target_queue_id = ${queueId}
      and o.queue_id <> ${queueId} and q.archived_at is null
    order by q.position, fold(q.name), o.position, o.id`.execute(db)
  return rows
}

async function countTickets({ companyId, db }: Ctx, queueId: number): Promise<QueueUses['tickets']> {
  const { rows } = await sql<{ open: number; waiting: number }>`
    select count(*) filter (where status = 'open') as open, count(*) filter (where status <> 'open') as waiting
    from tickets
    where company_id = ${companyId} and status in ('open', 'pending', 'lgpd') and queue_id = ${queueId}`.execute(db)
  return rows[0] ?? { open: 0, waiting: 0 }
}
