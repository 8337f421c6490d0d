import type { TagRef, TagView } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import type { LockedTag, TagRow } from './tags.repository.ts'

/** Counts are strings, because existing clients expect them so. */
export function presentTag(row: TagRow): TagView {
  return {
    ...presentTagRef(row),
    companyId: row.company_id,
    ticketsCount: String(row.tickets_count),
    contactsCount: String(row.contacts_count),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}

export const presentTagRef = ({ id, name, color, is_kanban }: LockedTag): TagRef => ({
  id,
  name,
  color,
  kanban: is_kanban ? 1 : 0,
})
