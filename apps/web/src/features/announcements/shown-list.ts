import type { AnnouncementEvent, ShownAnnouncement } from '@guiche/contract'

/** The list after an event. Whoever has read an announcement has read it also after a change. */
export function withEvent(shown: ShownAnnouncement[], event: AnnouncementEvent): ShownAnnouncement[] {
  const id = event.action === 'delete' ? event.id : event.record.id
  const known = shown.find((one) => one.id === id)
  const others = shown.filter((one) => one !== known)
  if (event.action === 'delete') return others
  return [...others, { ...event.record, isRead: known?.isRead ?? false }].toSorted(byImportance)
}

/** As the server sorts: the most important first, and of those the newest. */
const byImportance = (one: ShownAnnouncement, other: ShownAnnouncement) =>
  one.priority - other.priority || other.id - one.id

export const withRead = (shown: ShownAnnouncement[], ids: readonly number[]): ShownAnnouncement[] =>
  shown.map((one) => (ids.includes(one.id) ? { ...one, isRead: true } : one))
