import { z } from 'zod'
import { EndReason } from './connection-view.ts'
import { endpoint } from '../shared/call.ts'
import { Id, IdParams, When } from '../shared/fields.ts'

/**
 * How a paired phone's connection was within half an hour: online, offline for less than half of it, offline for
 * longer, or not in use.
 */
export const HealthMark = z.enum(['up', 'shaky', 'down', 'none'])
export type HealthMark = z.output<typeof HealthMark>

/** For the last 24 hours, oldest first. */
export const ConnectionHealth = z.object({
  connectionId: z.number(),
  marks: z.array(HealthMark).length(48),
  /** The share of the time in use during which it was online; null: not in use. */
  share: z.number().min(0).max(1).nullable(),
})
export type ConnectionHealth = z.output<typeof ConnectionHealth>

/**
 * What a network says about a connection that goes on. `value`: in its own words, such as FLAGGED or TIER_2K; of a token the time when
 * it ends. `history`: why a phone's old messages do not come.
 */
export const ConnectionNotice = z.object({
  about: z.enum([
    'status',
    'token',
    'quality',
    'limit',
    'name',
    'payment',
    'country',
    'violation',
    'restriction',
    'policy',
    'review',
    'alert',
    'closing',
    'history',
  ]),
  value: z.string().nullable(),
  /** Why, in the words of the network. */
  details: z.string().optional(),
})
export type ConnectionNotice = z.output<typeof ConnectionNotice>

export const ConnectionEventView = z.object({
  id: z.number(),
  kind: z.enum([
    'qrcode',
    'connected',
    'lost',
    'stopped',
    'ended',
    'unlinked',
    'recovered',
    'limited',
    'resumed',
    'notice',
    'moved',
  ]),
  /** For `connected`: how long the connection had been offline; null: the first time. */
  secondsAway: z.number().nullable(),
  /** For `ended`. */
  reason: EndReason.nullable(),
  /** For `recovered`: how many messages came late. */
  count: z.number().nullable(),
  /** For `lost`: the server was killed and could not record it. */
  wasKilled: z.boolean(),
  /** For `unlinked`: WhatsApp did not confirm it, so the phone may still list this device. */
  mayBeListed: z.boolean(),
  /** For `recovered`: the connection was online, and a comparison with the phone found the messages. */
  isGap: z.boolean(),
  /** For `moved`: how the number is reached since then. */
  movedTo: z.enum(['official', 'phone']).nullable(),
  /** For `notice`. */
  notice: ConnectionNotice.nullable(),
  createdAt: When,
})
export type ConnectionEventView = z.output<typeof ConnectionEventView>

export const connectionHealthCalls = {
  connectionHealth: endpoint({
    method: 'GET',
    path: '/whatsapp-health',
    summary: 'How well the paired phones were connected in the last 24 hours',
    access: 'connections',
    feature: 'none',
    answer: z.array(ConnectionHealth),
  }),
  connectionEvents: endpoint({
    method: 'GET',
    path: '/whatsapp/:id/events',
    summary: 'What happened to a connection, the newest first; `before`: the id that the last answer ended with',
    access: 'connections',
    feature: 'none',
    params: IdParams,
    query: z.object({ before: Id.optional() }),
    answer: z.object({ events: z.array(ConnectionEventView), hasMore: z.boolean() }),
  }),
} as const
