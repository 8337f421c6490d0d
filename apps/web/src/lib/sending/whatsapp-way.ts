import type { ConnectionView } from '@guiche/contract'

type Reached = Pick<ConnectionView, 'channel' | 'provider'>

/** WhatsApp by Meta's API, and not by a paired phone. */
export const isOfficial = ({ channel, provider }: Reached): boolean => channel === 'whatsapp' && provider === 'official'

/** A phone tells whom it knows: a paired one, or one whose app has the number too. */
export const hasPhoneBook = (connection: Reached & Pick<ConnectionView, 'isOnPhone'>): boolean =>
  isPhone(connection) || connection.isOnPhone

/** WhatsApp by a paired phone. */
export const isPhone = ({ channel, provider }: Reached): boolean => channel === 'whatsapp' && provider !== 'official'
