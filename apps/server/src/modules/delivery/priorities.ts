import type { Actor } from '#platform/context'

/** Who or what a message that leaves comes from: it follows from who acts. */
export type Sender = 'user' | 'bot' | 'system' | 'api' | 'schedule' | 'campaign'

export const senderOf = ({ kind }: Actor): Sender => (kind === 'import' || kind === 'connection' ? 'system' : kind)

/**
 * Of what waits on a connection, the lowest number goes first: people, then what answers a customer by itself, then what
 * programs and schedules send, then campaigns.
 */
export const priorities: Record<Sender, number> = { user: 0, bot: 1, system: 1, api: 2, schedule: 2, campaign: 3 }

/** No person is behind it: it may use only a part of what a connection can take. */
export const isAutomatic = ({ priority }: { priority: number }): boolean => priority > priorities.user
