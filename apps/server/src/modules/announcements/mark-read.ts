import type { UserCtx } from '#platform/context'
import { refusing } from '#platform/database/refusing'
import { notFound } from '#platform/errors'
import { keepReads } from './announcements.repository.ts'

/** Those that the user is not shown are left out. */
export async function markRead(ctx: UserCtx, ids: readonly number[]): Promise<void> {
  const announcementIds = await refusing(keepReads(ctx, ids), deletedMeanwhile)
  if (announcementIds.length > 0) ctx.emit('announcement.read', { userId: ctx.actor.userId, announcementIds })
}

const deletedMeanwhile = { '23503': () => notFound('ERR_NO_ANNOUNCEMENT_FOUND') }
