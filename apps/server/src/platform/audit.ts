import { type Ctx, nameOfActor, userIdOf } from './context.ts'
import { sql } from './database/sql.ts'

interface AuditEntry {
  action: string
  object?: string
  objectId?: number | string
  address?: string
  /** Before and after, without secrets. */
  detail?: Record<string, unknown>
}

/**
 * Records who did what (S74), in the transaction that did it. The role of the server can add and read entries, not
 * change them.
 */
export async function audit(
  ctx: Pick<Ctx, 'db' | 'companyId' | 'actor'>,
  { action, object, objectId, address, detail }: AuditEntry,
): Promise<void> {
  await ctx.db
    .insertInto('audit_log')
    .values({
      company_id: ctx.companyId,
      actor_user_id: userIdOf(ctx.actor),
      actor_company_id: ctx.actor.companyId,
      action,
      object: object ?? '',
      object_id: String(objectId ?? ''),
      address: address ?? null,
      detail: JSON.stringify({ ...detail, ...(ctx.actor.kind !== 'user' && { by: nameOfActor(ctx.actor) }) }),
    })
    .execute()
}

/** For what people do all the time: records it unless the same user has done it to the same object in the last hour. */
export async function auditHourly(ctx: Ctx, entry: AuditEntry & Required<Pick<AuditEntry, 'objectId'>>): Promise<void> {
  const { rows } = await sql`
    select from audit_log
    where company_id = ${ctx.companyId} and created_at > now() - interval '1 hour' and action = ${entry.action}
      and actor_user_id = ${userIdOf(ctx.actor)} and object_id = ${String(entry.objectId)}
    limit 1`.execute(ctx.db)
  if (rows.length === 0) await audit(ctx, entry)
}
