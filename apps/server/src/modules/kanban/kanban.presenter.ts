import { type KanbanCard, limits } from '@guiche/contract'
import { factsOf } from '#channels/facts'
import { isoTime } from '#platform/iso-time'
import { maskNumbersIn, presentNumber } from '#modules/contacts'
import type { CardRow } from './cards.repository.ts'

/** `masked`: numbers are masked for this viewer (S67). */
export function presentCard(row: CardRow, { masked }: { masked: boolean }): KanbanCard {
  const shown = masked ? maskNumbersIn : (text: string) => text
  return {
    id: row.id,
    uuid: row.uuid,
    status: row.status,
    channel: factsOf(row.channel).shownAs,
    isGroup: row.is_group,
    unreadMessages: row.unread_count,
    // The text of a contact card contains its number.
    lastMessage: (row.last_message.startsWith('BEGIN:VCARD') ? shown(row.last_message) : row.last_message).slice(
      0,
      limits.lastMessagePreview,
    ),
    fromMe: row.last_from_me,
    lastMessageAt: isoTime(row.last_message_at),
    userId: row.user_id,
    user: row.user_id !== null && row.user_name !== null ? { id: row.user_id, name: row.user_name } : null,
    queueId: row.queue_id,
    queue:
      row.queue_id !== null && row.queue_name !== null
        ? { id: row.queue_id, name: row.queue_name, color: row.queue_color ?? '' }
        : null,
    tags: row.lanes ?? [],
    contact: {
      id: row.contact_id,
      // Contacts without a name have their number as their name.
      name: shown(row.contact_name),
      number: presentNumber({ id: row.contact_id, phone: row.contact_phone }, masked),
      email: row.contact_email,
    },
    place: row.place,
  }
}
