import type { AnnouncementView, ShownAnnouncement } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import { platformCompany } from '#modules/companies'
import type { MediaLinks } from '#modules/media'
import type { AnnouncementRow, ShownRow } from './announcements.repository.ts'

/** For those who are shown it. */
export function presentAnnouncement(row: AnnouncementRow, links: MediaLinks): AnnouncementView {
  const { file_company_id, file_key } = row
  return {
    id: row.id,
    companyId: platformCompany,
    title: row.title,
    text: row.text,
    priority: row.priority,
    status: row.is_active,
    mediaPath: file_company_id === null || file_key === null ? null : links.announcement(file_company_id, file_key),
    mediaName: row.file_name,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}

export const presentShown = (row: ShownRow, links: MediaLinks): ShownAnnouncement => ({
  ...presentAnnouncement(row, links),
  isRead: row.is_read,
})

/** For the operator, with what decides who is shown it. */
export const presentForOperator = (row: AnnouncementRow, links: MediaLinks): AnnouncementView => ({
  ...presentAnnouncement(row, links),
  validFrom: isoTime(row.valid_from),
  validUntil: isoTime(row.valid_until),
  planIds: row.plan_ids,
})
