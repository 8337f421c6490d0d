import type { api } from '@guiche/contract'
import type { z } from 'zod'

/** What is to be brought in of the time before; absent: as it is. */
export type ImportSettings = Pick<
  z.output<typeof api.updateConnection.body>,
  'importOldMessages' | 'importRecentMessages' | 'importOldMessagesGroups' | 'closedTicketsPostImported'
>

declare module '#platform/facts' {
  interface Facts {
    'connection.created': { connectionId: number }
    'connection.saved': { connectionId: number }
    /** Saved together with what is wanted of the time before. */
    'connection.importSet': { connectionId: number; set: ImportSettings }
    /** It is archived: no list shows it, and its token leads nowhere. */
    'connection.deleted': { connectionId: number }
  }
}
