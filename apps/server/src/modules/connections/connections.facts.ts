import type { api } from '@guiche/contract'
import type { z } from 'zod'

/** Which old messages to import; an absent field is left as it is. */
export type ImportSettings = Pick<
  z.output<typeof api.updateConnection.body>,
  'importOldMessages' | 'importRecentMessages' | 'importOldMessagesGroups' | 'closedTicketsPostImported'
>

declare module '#platform/facts' {
  interface Facts {
    'connection.created': { connectionId: number }
    'connection.saved': { connectionId: number }
    /** The connection was saved with settings for the import of old messages. */
    'connection.importSet': { connectionId: number; set: ImportSettings }
    /** The connection was saved with other times for inactive tickets, ratings or redirection. */
    'connection.timesChanged': { connectionId: number }
    /** The network does not let it send, or not to strangers, for a time that has just begun. */
    'connection.limited': { connectionId: number }
    /** The network has ended the link of its phone or banned its number. Not when people unlink it. */
    'connection.loggedOut': { connectionId: number }
    /** Its number is reached in another way from now on. */
    'connection.moved': { connectionId: number }
    /** The connection was archived: lists do not show it, and its token is no longer valid. */
    'connection.deleted': { connectionId: number }
  }
}
