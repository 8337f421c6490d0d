import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { readCallToken } from './call-token.ts'

const toldAction = 'connection.callTokenRead'

/**
 * The token for somebody who is shown it with a ticket of theirs. The audit log says so, once an hour: people open tickets
 * all the time.
 */
export async function tellCallToken(
  ctx: UserCtx,
  key: Buffer,
  { connectionId, ticketId }: { connectionId: number; ticketId: number },
): Promise<string | undefined> {
  const token = await readCallToken(ctx, key, connectionId)
  if (token !== undefined && !(await wasTold(ctx, connectionId)))
    await audit(ctx, { action: toldAction, object: 'connection', objectId: connectionId, detail: { ticketId } })
  return token
}

async function wasTold(ctx: UserCtx, connectionId: number): Promise<boolean> {
  const { rows } = await sql`
    select from audit_log
    where company_id = ${ctx.companyId} and created_at > now() - interval '1 hour' and action = ${toldAction}
      and actor_user_id = ${ctx.actor.userId} and object_id = ${String(connectionId)}
    limit 1`.execute(ctx.db)
  return rows.length > 0
}
