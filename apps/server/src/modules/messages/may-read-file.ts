import type { UserActor } from '#platform/context'
import type { Units } from '#platform/database/unit-of-work'
import { sql } from '#platform/database/sql'
import type { MayRead } from '#modules/media'
import { messageIsSeen } from '#modules/visibility'

type Recognize = (
  cookies: Readonly<Record<string, string | undefined>>,
  host: string | undefined,
) => Promise<UserActor | undefined>

/**
 * Decides who reads a file without a signed link: users who see a message with this file. Other folders hold pictures of
 * contacts, which all users of the company may read (S54).
 */
export function createMayRead(units: Units, recognize: Recognize): MayRead {
  return async ({ cookies, host, companyId, folder, fileId }) => {
    const actor = await recognize(cookies, host)
    if (!actor || actor.companyId !== companyId) return false
    if (folder !== 'files') return true
    const { rows } = await units.read(actor, (ctx) =>
      sql`
        select from messages m
        where m.company_id = ${companyId} and m.file_id = ${fileId} and m.deleted_at is null and ${messageIsSeen(actor)}
        limit 1`.execute(ctx.db),
    )
    return rows.length > 0
  }
}
