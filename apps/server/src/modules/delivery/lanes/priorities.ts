import type { Actor } from '#platform/context'

/** The kind of sender of an outgoing message, from the actor. */
export type Sender = 'user' | 'bot' | 'system' | 'api' | 'schedule' | 'campaign'

export const senderOf = ({ kind }: Actor): Sender => (kind === 'import' || kind === 'connection' ? 'system' : kind)

/**
 * Lower numbers are sent first: people, then automatic answers to customers, then programs and schedules, then
 * campaigns.
 */
export const priorities: Record<Sender, number> = { user: 0, bot: 1, system: 1, api: 2, schedule: 2, campaign: 3 }

/** Automatic messages may use only a part of a connection's capacity. */
export const isAutomatic = ({ priority }: { priority: number }): boolean => priority > priorities.user
