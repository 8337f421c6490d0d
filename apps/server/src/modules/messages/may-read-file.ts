import type { UserActor, UserCtx } from '#platform/context'
import type { Units } from '#platform/database/unit-of-work'
import { sql } from '#platform/database/sql'
import type { MayRead } from '#modules/media'
import { quickMessageIsSeen } from '#modules/quick-messages'
import { messageIsSeen } from '#modules/visibility'

type Recognize = (
  cookies: Readonly<Record<string, string | undefined>>,
  host: string | undefined,
) => Promise<UserActor | undefined>

/**
 * Decides who reads a file without a signed link: users who see a message with this file, or a quick message. Pictures
 * of announcements and files of internal chats are read with a signed link only, because plans decide who is shown the
 * ones and only members get links to the others. Other folders hold pictures of people and files of lists, which all
 * users of the company may read (S54).
 */
export function createMayRead(units: Units, recognize: Recognize): MayRead {
  return async ({ cookies, host, companyId, folder, fileId }) => {
    const actor = await recognize(cookies, host)
    if (!actor || actor.companyId !== companyId) return false
    if (folder === 'files') return units.read(actor, (ctx) => seesMessageWith(ctx, fileId))
    if (folder === 'quickMessage') return units.read(actor, (ctx) => seesQuickMessageWith(ctx, fileId))
    return folder !== 'announcements' && folder !== 'chats'
  }
}

async function seesMessageWith({ actor, companyId, db }: UserCtx, fileId: number): Promise<boolean> {
  const { rows } = await sql`
    select from messages m
    where m.company_id = ${companyId} and m.file_id = ${fileId} and m.deleted_at is null and ${messageIsSeen(actor)}
    limit 1`.execute(db)
  return rows.length > 0
}

async function seesQuickMessageWith({ actor, companyId, db }: UserCtx, fileId: number): Promise<boolean> {
  const { rows } = await sql`
    select from quick_messages q
    where q.company_id = ${companyId} and q.file_id = ${fileId} and ${quickMessageIsSeen(actor)} limit 1`.execute(db)
  return rows.length > 0
}
