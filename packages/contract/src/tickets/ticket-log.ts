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
  'botSilent',
  'redirect',
  'assign',
] as const

/** What the bot decides by, in the order of docs/requirements/service.md, section 9. */
export const BotRule = z.enum([
  'rating',
  'consent',
  'hours',
  'menu',
  'audio',
  'queueHours',
  'queueMenu',
  'greeting',
  'contact',
  'person',
  'redirect',
  'rotation',
  'integration',
  'prompt',
  'answerWindow',
])
export type BotRule = z.output<typeof BotRule>

/** Why the bot did something else than what was asked for, or nothing. */
export const BotReason = z.enum([
  'accepted',
  'refused',
  'left',
  'back',
  'invalid',
  'sameSecond',
  'saidRecently',
  'retriesLimit',
  'outOfHours',
  'queueGone',
  'userGone',
  'filesGone',
  'optionGone',
  'noIntegration',
  'random',
  'botDisabled',
  'waitsForPerson',
  'hasOwner',
  'noQueueChosen',
  'onlyQueue',
  'inTurn',
  'leftMenu',
  'noAnswer',
  'nobodyThere',
  'toService',
  'serviceFailed',
  'handedOver',
  'windowClosed',
])
export type BotReason = z.output<typeof BotReason>

/** What the bot has decided, and why. */
export const BotDecision = z.object({
  rule: BotRule,
  /** What it answered to. */
  messageId: z.number().optional(),
  answer: z.string().optional(),
  reason: BotReason.optional(),
  /** Of a queue's menu. */
  optionId: z.number().optional(),
  optionName: z.string().optional(),
})
export type BotDecision = z.output<typeof BotDecision>

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
  /** For admins only. */
  decision: BotDecision.nullable(),
  createdAt: When,
})
export type TicketLogView = z.output<typeof TicketLogView>
