import { createHash } from 'node:crypto'
import type { Ctx } from '#platform/context'
import { together } from '#platform/database/together'
import { AppError } from '#platform/errors'
import { type StoredUpload, keepFile } from '#modules/media'
import { automaticLimit, postAutomaticMessage, reactAsBot } from '#modules/messages'
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
import { type Claimed, countAnswers, endExchange, lockTry } from './stored/exchanges.repository.ts'
import { type Failure, countsForBreaker } from './failure.ts'
import type { ReadyPart } from './fetch-parts.ts'
import { handToPeople } from './hand-to-people.ts'
import { reasonToVoid, targetOf } from './settle.repository.ts'
import { keepSession, removeSession } from './stored/sessions.repository.ts'
import type { Traced } from './stored/trace.ts'

type Outcome = 'answered' | 'void' | 'failed' | 'late'

export interface Settled {
  claimed: Claimed
  answerer: Answerer | undefined
  result: { answer: Answer; parts: readonly ReadyPart[] } | { failure: Failure } | 'unsaid'
  trace: readonly Traced[]
  tookMs: number | null
}

/**
 * Stores what a service has answered, if the customer still waits for that: nobody has written, taken the ticket or switched
 * the service off meanwhile, which is seen under the lock of the ticket. `late`: the exchange has ended meanwhile.
 */
export async function settleExchange(ctx: Ctx, settled: Settled): Promise<Outcome> {
  const { claimed, answerer, result, trace, tookMs } = settled
  // One round trip. Each statement runs after the first has the lock.
  const [[ticket], isWanted] = await together([
    lockTicketsInOrder(ctx, [claimed.ticket_id]),
    lockTry(ctx, { ...claimed, companyId: ctx.companyId }),
    noteResult(ctx, settled),
  ])
  if (!ticket || !isWanted) return 'late'
  const end = (state: 'answered' | 'void' | 'failed', reason: string | null, messages = 0) =>
    endExchange(ctx, claimed.id, { state, reason, tookMs, trace, messages })

  const reason = result === 'unsaid' ? result : await reasonToVoid(ctx, ticket, claimed)
  if (reason !== undefined || result === 'unsaid') {
    await end('void', reason ?? null)
    return 'void'
  }
  const found = await answerer?.find(ctx, claimed.answerer_id)
  const { failure, messages } = found ? await tell(ctx, ticket, { claimed, result }) : gone
  if (failure) await handToPeople(ctx, ticket, { claimed, failure, found })
  const outcome = failure ? 'failed' : 'answered'
  await end(outcome, failure ?? null, messages)
  return outcome
}

async function noteResult(ctx: Ctx, { claimed, result }: Settled): Promise<void> {
  if (result === 'unsaid') return
  if ('answer' in result) await noteSuccess(ctx, claimed)
  else if (countsForBreaker(result.failure)) await noteFailure(ctx, claimed, result.failure)
}

interface Told {
  failure?: Failure | undefined
  /** How many were stored. */
  messages: number
}

const gone: Told = { failure: 'gone', messages: 0 }

/** Says and does what was answered, or answers why not. */
async function tell(
  ctx: Ctx,
  ticket: LockedTicket,
  { claimed, result }: { claimed: Claimed; result: Exclude<Settled['result'], 'unsaid'> },
): Promise<Told> {
  if ('failure' in result) return { failure: result.failure, messages: 0 }
  const { answer, parts } = result
  if (parts.length === 0 && answer.parts.length > 0) return { failure: 'badAnswer', messages: 0 }
  const messages = parts.length > 0 ? await sayAll(ctx, ticket, { claimed, parts }) : 0
  if (messages === undefined || (messages === 0 && (await isLoop(ctx, ticket)))) return { failure: 'loop', messages: 0 }
  // Files that the company may not store today were all that it said.
  if (messages === 0 && parts.length > 0 && !answer.control) return { failure: 'badAnswer', messages }
  if (answer.reaction) await reactAsBot(ctx, ticket, { messageId: claimed.message_id, emoji: answer.reaction })
  if (answer.control) return { failure: await follow(ctx, ticket, { claimed, control: answer.control }), messages }
  await together([keepSession(ctx, ticket.id, claimed, answer.session), stayWithService(ctx, ticket)])
  return { messages }
}

/** Answers how many were stored. Undefined: the limit of automatic messages is reached. */
async function sayAll(
  ctx: Ctx,
  ticket: LockedTicket,
  { claimed, parts }: { claimed: Claimed; parts: readonly ReadyPart[] },
): Promise<number | undefined> {
  let messages = 0
  for (const [nth, part] of parts.entries()) {
    const externalId = externalIdOf(claimed.answer_id, nth)
    const said = await say(ctx, ticket, { part, externalId, isFurther: messages > 0 })
    if (said === 'refused') return undefined
    if (said === 'said') messages += 1
  }
  return messages
}

/** What answers later, by the messages API, talks to another machine as endlessly. */
const isLoop = async (ctx: Ctx, { id }: LockedTicket) =>
  (await countAnswers(ctx, id, automaticLimit.minutes)) >= automaticLimit.messages

/** The same ids however often the service is asked. */
function externalIdOf(answerId: string, nth: number): string {
  if (nth === 0) return answerId
  const hash = createHash('sha256').update(`${answerId}:${nth}`).digest('hex')
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-')
}

/** As text, whatever it says: it has no variables. `refused`: the limit of automatic messages is reached. */
async function say(
  ctx: Ctx,
  ticket: LockedTicket,
  { part, externalId, isFurther }: { part: ReadyPart; externalId: string; isFurther: boolean },
): Promise<'said' | 'nothing' | 'refused'> {
  const fileId = part.kind === 'file' ? await keep(ctx, part.upload) : undefined
  const text = part.kind === 'text' ? part.text : fileId === undefined ? part.otherwise : part.caption
  if (fileId === undefined && text.trim() === '') return 'nothing'
  const isPosted = await postAutomaticMessage(ctx, ticket, text, {
    isPlain: true,
    externalId,
    after: part.after,
    ...(fileId !== undefined && { fileId }),
    ...(part.kind === 'text' && { menu: part.menu }),
    ...(isFurther && { isFurther }),
  })
  return isPosted ? 'said' : 'refused'
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
    await postAutomaticMessage(ctx, ticket, ticket.connection_settings.complationMessage)
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
