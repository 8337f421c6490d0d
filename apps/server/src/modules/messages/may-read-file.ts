import type { UserActor } from '#platform/context'
import type { Units } from '#platform/database/unit-of-work'
import { sql } from '#platform/database/sql'
import type { MayRead } from '#modules/media'
import { canRead } from '#modules/tickets'

type Recognize = (cookies: Readonly<Record<string, string | undefined>>) => Promise<UserActor | undefined>

/** Without a signed link, a file is for those who may see the ticket of the message that it hangs on; pictures of people are for their company (S54). */
export function createMayRead(units: Units, recognize: Recognize): MayRead {
  return async ({ cookies, companyId, folder, fileId }) => {
    const actor = await recognize(cookies)
    if (!actor || actor.companyId !== companyId) return false
    if (folder !== 'files') return true
    const { rows } = await units.read(actor, (ctx) =>
      sql<{ user_id: number | null; queue_id: number | null; is_group: boolean }>`
        select t.user_id, t.queue_id, t.is_group from messages m join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
        where m.company_id = ${companyId} and m.file_id = ${fileId} and m.deleted_at is null`.execute(ctx.db),
    )
    return rows.some((ticket) => canRead(actor, ticket))
  }
}
