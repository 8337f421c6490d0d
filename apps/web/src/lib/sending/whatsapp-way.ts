import type { ConnectionView } from '@guiche/contract'

type Reached = Pick<ConnectionView, 'channel' | 'provider'>

/** WhatsApp by Meta's API, and not by a paired phone. */
export const isOfficial = ({ channel, provider }: Reached): boolean => channel === 'whatsapp' && provider === 'official'

/** WhatsApp by a paired phone. */
export const isPhone = ({ channel, provider }: Reached): boolean => channel === 'whatsapp' && provider !== 'official'
