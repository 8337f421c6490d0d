import { type AuditAction, type AuditDetail, type AuditFields, type AuditObject, auditFields } from '@guiche/contract'
import { type Ctx, nameOfActor, userIdOf } from './context.ts'
import { sql } from './database/sql.ts'

interface AuditEntry {
  action: AuditAction
  object?: AuditObject
  objectId?: number | string
  /** Otherwise that of the actor's call. */
  address?: string
  /** The person who did it, if they have no session yet and the system acts for them. */
  person?: { id: number; name: string }
  /** Before and after, without secrets. */
  detail?: AuditDetail
}

/**
 * Records who did what (S74), in the transaction that did it. The role of the server can add and read entries, not
 * change them.
 */
export async function audit(
  ctx: Pick<Ctx, 'db' | 'companyId' | 'actor'>,
  { action, object, objectId, address, person, detail }: AuditEntry,
): Promise<void> {
  const { actor } = ctx
  const user = actor.kind === 'user' ? actor : undefined
  const isMachine = !user && !person
  await ctx.db
    .insertInto('audit_log')
    .values({
      company_id: ctx.companyId,
      actor_user_id: person?.id ?? userIdOf(actor),
      actor_company_id: actor.companyId,
      actor_name: person?.name ?? user?.name ?? '',
      action,
      object: object ?? '',
      object_id: String(objectId ?? ''),
      address: address ?? user?.address ?? null,
      detail: JSON.stringify({ ...detail, ...(isMachine && { by: nameOfActor(actor) }) }),
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

/** Of a text in the log; messages for customers may be much longer. */
const longestText = 500

/** What differs, before and after. Long texts are cut. Undefined: nothing differs. */
export function changesOf(
  before: AuditFields,
  after: AuditFields,
): { before: AuditFields; after: AuditFields } | undefined {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const fields = auditFields.filter((field) => !isSame(before[field], after[field]))
  if (fields.length === 0) return undefined
  const only = (from: AuditFields): AuditFields => Object.fromEntries(fields.map((field) => [field, cut(from[field])]))
  return { before: only(before), after: only(after) }
}

const cut = (value: unknown) =>
  typeof value === 'string' && value.length > longestText ? `${value.slice(0, longestText)}…`.toWellFormed() : value
