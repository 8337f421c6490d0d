import type { Ctx } from '#platform/context'
import type { Db } from '#platform/database/sql'
import { notFound } from '#platform/errors'
import { type AnnouncementRow, findAnnouncement, findShown, lockAnnouncement } from './announcements.repository.ts'

/** For everybody: one that they are shown now. */
export async function accessShown(ctx: Ctx, id: number): Promise<AnnouncementRow> {
  return found(await findShown(ctx, id))
}

/** For the operator: any. */
export async function accessAnnouncement(operator: Db, id: number): Promise<AnnouncementRow> {
  return found(await findAnnouncement(operator, id))
}

/** Locks it, so that changes come one after the other. */
export async function accessAnnouncementForChange(operator: Db, id: number): Promise<AnnouncementRow> {
  return found(await lockAnnouncement(operator, id))
}

function found(row: AnnouncementRow | undefined): AnnouncementRow {
  if (!row) throw notFound('ERR_NO_ANNOUNCEMENT_FOUND')
  return row
}
