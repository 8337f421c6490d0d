import type { ContactListItemView, ContactListView } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import type { ContactListRow } from './tables/contact-lists.repository.ts'
import type { ItemRow } from './tables/items.repository.ts'

export function presentContactList(row: ContactListRow): ContactListView {
  return {
    id: row.id,
    name: row.name,
    companyId: row.company_id,
    contactsCount: row.contacts_count,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}

export function presentItem(row: ItemRow): ContactListItemView {
  return {
    id: row.id,
    name: row.name,
    number: row.number,
    email: row.email,
    isWhatsappValid: row.is_valid,
    companyId: row.company_id,
    contactListId: row.list_id,
    variables: Object.entries(row.variables).map(([key, value]) => ({ key, value })),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}
