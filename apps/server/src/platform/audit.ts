import { type Ctx, nameOfActor, userIdOf } from './context.ts'

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
