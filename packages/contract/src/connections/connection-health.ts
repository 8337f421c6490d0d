import { z } from 'zod'
import { EndReason } from './connection-view.ts'
import { endpoint } from '../shared/call.ts'
import { Id, IdParams, When } from '../shared/fields.ts'

/** How the line of a paired phone was in half an hour: whole, away for less than half of it, away for longer, or not there to be away. */
export const HealthMark = z.enum(['up', 'shaky', 'down', 'none'])
export type HealthMark = z.output<typeof HealthMark>

/** Of the last 24 hours, the oldest first. */
export const ConnectionHealth = z.object({
  connectionId: z.number(),
  marks: z.array(HealthMark).length(48),
  /** Of the time in which there was to be a line, the part in which there was one; null: there was no such time. */
  share: z.number().min(0).max(1).nullable(),
})
export type ConnectionHealth = z.output<typeof ConnectionHealth>

export const ConnectionEventView = z.object({
  id: z.number(),
  kind: z.enum(['qrcode', 'connected', 'lost', 'stopped', 'ended', 'unlinked', 'recovered', 'limited', 'resumed']),
  /** Of `connected`: how long there had been no line; null: it is the first. */
  secondsAway: z.number().nullable(),
  /** Of `ended`. */
  reason: EndReason.nullable(),
  /** Of `recovered`: how many messages came late. */
  count: z.number().nullable(),
  /** Of `lost`: the server was killed, and could not note it. */
  wasKilled: z.boolean(),
  /** Of `unlinked`: the phone could not be told, and may list this device still. */
  mayBeListed: z.boolean(),
  /** Of `recovered`: there was a line, and a comparison with the phone has found them. */
  isGap: z.boolean(),
  createdAt: When,
})
export type ConnectionEventView = z.output<typeof ConnectionEventView>

export const connectionHealthCalls = {
  connectionHealth: endpoint({
    method: 'GET',
    path: '/whatsapp-health',
    summary: 'How the lines of the paired phones were in the last 24 hours',
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
