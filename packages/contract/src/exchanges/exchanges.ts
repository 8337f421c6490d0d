import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { IdParams, When } from '../shared/fields.ts'

/** Who answers customers outside: an integration of a queue, or an AI prompt. */
export const AnswererKind = z.enum(['integration', 'prompt'])
export type AnswererKind = z.output<typeof AnswererKind>

export const exchangeStates = ['due', 'asking', 'answered', 'void', 'failed'] as const

/** Why a service has not answered, or its answer was not wanted. */
export const exchangeReasons = [
  'refusedAddress',
  'unreachable',
  'timeout',
  'tooLarge',
  'notJson',
  'status',
  'badAnswer',
  'notAllowed',
  'limit',
  'breakerOpen',
  'busy',
  'late',
  'tried',
  'gone',
  'broken',
  'loop',
  'targetGone',
  'closed',
  'person',
  'stopped',
  'botDisabled',
  'newerMessage',
  'unsaid',
  'noConnection',
] as const
export const ExchangeReason = z.enum(exchangeReasons)
export type ExchangeReason = z.output<typeof ExchangeReason>

/** One call to a service, without secrets. */
export const ExchangeCall = z.object({
  method: z.string(),
  address: z.string(),
  /** Null: there was no answer. */
  status: z.number().nullable(),
  ms: z.number(),
  sent: z.string(),
  received: z.string(),
  failure: z.string().nullable(),
})
export type ExchangeCall = z.output<typeof ExchangeCall>

/** A service was asked for an answer to a customer. */
export const ExchangeView = z.object({
  id: z.number(),
  ticketId: z.number(),
  kind: AnswererKind,
  answererId: z.number(),
  /** What it was asked about. */
  messageId: z.number(),
  state: z.enum(exchangeStates),
  reason: ExchangeReason.nullable(),
  /** How often it was asked, because a process had stopped. */
  attempt: z.number(),
  /** In ms. */
  took: z.number().nullable(),
  calls: z.array(ExchangeCall),
  createdAt: When,
  endedAt: When.nullable(),
})
export type ExchangeView = z.output<typeof ExchangeView>

/** `open`: it has failed so often that it is not asked for a while; `trying`: one exchange finds out whether it answers. */
export const AnswererState = z.object({
  kind: AnswererKind,
  id: z.number(),
  state: z.enum(['closed', 'open', 'trying']),
  /** In a row. */
  failures: z.number(),
  failure: ExchangeReason.nullable(),
  openUntil: When.nullable(),
  /** How many customers it is asked for now, and how many wait. */
  asking: z.number(),
  waiting: z.number(),
})
export type AnswererState = z.output<typeof AnswererState>

export const exchangeCalls = {
  listExchanges: endpoint({
    method: 'GET',
    path: '/tickets/:id/exchanges',
    summary: 'What services outside were asked in a ticket, newest first',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    answer: z.array(ExchangeView),
  }),
  listAnswererStates: endpoint({
    method: 'GET',
    path: '/answerers',
    summary: 'Whether the services that answer customers do',
    access: 'admin',
    feature: 'none',
    answer: z.array(AnswererState),
  }),
}
