import type { QuickMessageView } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import { type MediaLinks, mediaTypeOf } from '#modules/media'
import type { QuickMessageRow } from './quick-messages.repository.ts'

export function presentQuickMessage(row: QuickMessageRow, links: MediaLinks): QuickMessageView {
  return {
    id: row.id,
    companyId: row.company_id,
    userId: row.user_id,
    user: { id: row.user_id, name: row.user_name },
    shortcode: row.shortcode,
    message: row.message,
    mediaPath: row.file_key === null ? null : links.quickMessage(row.company_id, row.file_key),
    mediaName: row.file_name,
    mediaType: row.file_type === null ? null : mediaTypeOf(row.file_type),
    mediaSize: row.file_bytes,
    geral: row.is_general,
    isCategory: row.is_category,
    categoryId: row.category_id,
    isMedia: row.file_id !== null,
    status: row.is_active,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}
