import { z } from 'zod'
import { When } from '../shared/fields.ts'
import { QueueRef, UserRef } from '../shared/refs.ts'

export const ticketLogTypes = [
  'access',
  'create',
  'closed',
  'transfered',
  'receivedTransfer',
  'open',
  'pending',
  'nps',
  'lgpd',
  'queue',
  'userDefine',
  'delete',
  'chatBot',
  'autoClose',
  'retriesLimitQueue',
  'retriesLimitUserDefine',
  'reopen',
  'merge',
  'recovered',
  'loopGuard',
  'editFailed',
  'deleteFailed',
  'reactFailed',
  'unreadable',
] as const

export const TicketLogView = z.object({
  id: z.number(),
  type: z.enum(ticketLogTypes),
  ticketId: z.number(),
  userId: z.number().nullable(),
  queueId: z.number().nullable(),
  user: UserRef.nullable(),
  queue: QueueRef.nullable(),
  /**
   * How many messages came late, and how long the connection was offline; `isGap`: a comparison with the phone found
   * them.
   */
  recovered: z.object({ count: z.number(), since: When, until: When, isGap: z.boolean().optional() }).nullable(),
  createdAt: When,
})
export type TicketLogView = z.output<typeof TicketLogView>
