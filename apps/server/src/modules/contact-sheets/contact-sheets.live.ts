import type { Deps } from '#platform/deps'
import { rooms } from '#platform/live/rooms'

/** Tells every browser that its lists of contacts are old: once for facts that are presented together. */
export function contactSheetsLive({ publisher }: Deps): void {
  publisher.present<'contacts.imported'>(['contacts.imported'], async (companyId, facts) => [
    {
      companyId,
      event: 'contact',
      rooms: [rooms.company(companyId)],
      masked: 'same',
      payload: { action: 'reload', records: [], seq: facts.at(-1)?.number ?? 0 },
    },
  ])
}
