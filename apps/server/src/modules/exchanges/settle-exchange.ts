import { createHash } from 'node:crypto'
import type { Ctx } from '#platform/context'
import { together } from '#platform/database/together'
import { AppError } from '#platform/errors'
import { type StoredUpload, keepFile } from '#modules/media'
import { postAutomaticMessage } from '#modules/messages'
import { armTimers } from '#modules/ticket-timers'
import {
  type LockedTicket,
  type Move,
  closeTicket,
  keepBotMemory,
  lockTicketsInOrder,
  logTickets,
  moveTicket,
  waitingStatus,
} from '#modules/tickets'
import type { Answer, AnswerControl, Answerer } from './answerer.ts'
import { noteFailure, noteSuccess } from './stored/breakers.repository.ts'
import { type Claimed, endExchange, lockTry } from './stored/exchanges.repository.ts'
import { type Failure, countsForBreaker } from './failure.ts'
import type { ReadyPart } from './fetch-parts.ts'
import { handToPeople } from './hand-to-people.ts'
import { reasonToVoid, targetOf } from './settle.repository.ts'
import { keepSession, removeSession } from './stored/sessions.repository.ts'
import type { Traced } from './stored/trace.ts'

export interface Settled {
  claimed: Claimed
  answerer: Answerer | undefined
  result: { answer: Answer; parts: readonly ReadyPart[] } | { failure: Failure } | 'unsaid'
  trace: readonly Traced[]
  tookMs: number | null
}

/**
 * Stores what a service has answered, if the customer still waits for that: nobody has written, taken the ticket or switched
 * the service off meanwhile, which is seen under the lock of the ticket. False: the exchange has ended meanwhile.
 */
export async function settleExchange(ctx: Ctx, settled: Settled): Promise<boolean> {
  const { claimed, answerer, result, trace, tookMs } = settled
  // One round trip. Each statement runs after the first has the lock.
  const [[ticket], isWanted] = await together([
    lockTicketsInOrder(ctx, [claimed.ticket_id]),
    lockTry(ctx, { ...claimed, companyId: ctx.companyId }),
    noteResult(ctx, settled),
  ])
  if (!ticket || !isWanted) return false
  const end = (state: 'answered' | 'void' | 'failed', reason: string | null) =>
    endExchange(ctx, claimed.id, { state, reason, tookMs, trace })

  const reason = result === 'unsaid' ? result : await reasonToVoid(ctx, ticket, claimed)
  if (reason !== undefined || result === 'unsaid') {
    await end('void', reason ?? null)
    return true
  }
  const found = await answerer?.find(ctx, claimed.answerer_id)
  const failure = found ? await tell(ctx, ticket, { claimed, result }) : 'gone'
  if (failure) await handToPeople(ctx, ticket, { claimed, failure, found })
  await end(failure ? 'failed' : 'answered', failure ?? null)
  return true
}

async function noteResult(ctx: Ctx, { claimed, result }: Settled): Promise<void> {
  if (result === 'unsaid') return
  if ('answer' in result) await noteSuccess(ctx, claimed)
  else if (countsForBreaker(result.failure)) await noteFailure(ctx, claimed, result.failure)
}

/** Says and does what was answered. Answers why it did not. */
async function tell(
  ctx: Ctx,
  ticket: LockedTicket,
  { claimed, result }: { claimed: Claimed; result: Exclude<Settled['result'], 'unsaid'> },
): Promise<Failure | undefined> {
  if ('failure' in result) return result.failure
  const { answer, parts } = result
  if (parts.length === 0 && answer.parts.length > 0) return 'badAnswer'
  for (const [nth, part] of parts.entries())
    if (!(await say(ctx, ticket, { part, externalId: externalIdOf(claimed.answer_id, nth) }))) return 'loop'
  if (!answer.control) {
    await together([keepSession(ctx, ticket.id, claimed, answer.session), stayWithService(ctx, ticket)])
    return undefined
  }
  return follow(ctx, ticket, { claimed, control: answer.control })
}

/** The same ids however often the service is asked. */
function externalIdOf(answerId: string, nth: number): string {
  if (nth === 0) return answerId
  const hash = createHash('sha256').update(`${answerId}:${nth}`).digest('hex')
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-')
}

/** As text, whatever it says: it has no variables. False: the limit of automatic messages is reached. */
async function say(
  ctx: Ctx,
  ticket: LockedTicket,
  { part, externalId }: { part: ReadyPart; externalId: string },
): Promise<boolean> {
  const besides = { isPlain: true, externalId, after: part.after } as const
  if (part.kind === 'text') return postAutomaticMessage(ctx, ticket, part.text, besides)
  const fileId = await keep(ctx, part.upload)
  if (fileId === undefined && part.caption.trim() === '') return true
  return postAutomaticMessage(ctx, ticket, part.caption, { ...besides, ...(fileId !== undefined && { fileId }) })
}

/** Undefined: the company has stored as much as it may today. */
async function keep(ctx: Ctx, upload: StoredUpload): Promise<number | undefined> {
  try {
    return (await keepFile(ctx, upload)).fileId
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

async function stayWithService(ctx: Ctx, ticket: LockedTicket): Promise<void> {
  await keepBotMemory(ctx, ticket.id, { ...ticket.bot, isBot: true, saidAt: new Date().toISOString(), silence: null })
}

async function follow(
  ctx: Ctx,
  ticket: LockedTicket,
  { claimed, control }: { claimed: Claimed; control: AnswerControl },
): Promise<Failure | undefined> {
  const decision = { rule: claimed.kind, reason: 'handedOver', messageId: claimed.message_id } as const
  await removeSession(ctx, ticket.id, claimed)
  if (control.kind === 'close') {
    await closeTicket(ctx, ticket)
    return undefined
  }
  const target = control.kind === 'stopBot' ? { queueId: null, userId: null } : await targetOf(ctx, control)
  if (!target) return 'targetGone'
  const to: Move['to'] = {
    status: waitingStatus(ticket),
    userId: target.userId,
    queueId: target.queueId ?? ticket.queue_id,
  }
  await moveTicket(ctx, ticket, to, 'bot')
  await keepBotMemory(ctx, ticket.id, { ...ticket.bot, isBot: false, place: 'done', useIntegration: false })
  await armTimers(ctx, [ticket.id])
  const kind = to.userId === null ? 'queue' : 'userDefine'
  await logTickets(ctx, [{ ticketId: ticket.id, kind, userId: to.userId, queueId: to.queueId, decision }])
  return undefined
}
