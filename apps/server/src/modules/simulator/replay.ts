import { type Replay, type ReplayedExchange, type api, limits } from '@guiche/contract'
import type { z } from 'zod'
import { factsOf } from '#channels/facts'
import type { UserCtx } from '#platform/context'
import { isoTime } from '#platform/iso-time'
import type { MediaLinks } from '#modules/media'
import { type TicketRow, accessTicket } from '#modules/tickets'
import { type Exchange, type Past, afterAct, eventOf, pastOf } from './past-talk.ts'
import { presentLog, presenterOf } from './present-steps.ts'
import { type Staged, readScene } from './read-scene.ts'
import {
  type PastMessage,
  type PastOutage,
  readPastActs,
  readPastMessages,
  readPastOutages,
} from './simulator.repository.ts'
import { type LogLine, type Posted, type Talk, beginTalk, hear } from './talk.ts'

type Body = z.output<(typeof api)['replayConversation']['body']>

/** Whoever was with the customer stays there: what people did is done again, what the bot did is decided anew. */
export async function replay(ctx: UserCtx, { ticketId, queueId, draft }: Body, links: MediaLinks): Promise<Replay> {
  const ticket = await accessTicket(ctx, ticketId)
  const staged = await readScene(ctx, {
    queueId,
    draft,
    connectionId: ticket.connection_id,
    channel: factsOf(ticket.channel).shownAs,
    customer: { name: ticket.contact_name, ticketId },
  })
  const messages = await readPastMessages(ctx, ticketId)
  const { kept, isCut } = firstOf(messages)
  const past = pastOf(kept, await readPastActs(ctx, ticketId))
  const replayed = goThrough(staged, ticket, past, await readPastOutages(ctx, ticketId))
  const answers = replayed.flatMap(({ exchange, posted }) => [...exchange.answers.map(asPosted), ...posted])
  const present = await presenterOf(ctx, answers, links)
  return {
    isCut,
    exchanges: replayed.map(({ exchange, posted, log, isServed }) => {
      const before = exchange.answers.map((answer) => present(asPosted(answer)))
      const after = posted.map(present)
      return {
        at: isoTime(exchange.messages[0]?.sent_at ?? new Date()),
        messages: exchange.messages.map(presentPast),
        before,
        after,
        log: log.map((line) => presentLog(line, staged.names)),
        isDifferent: JSON.stringify(before) !== JSON.stringify(after),
        isServed,
      }
    }),
  }
}

/** Until the customer has written as much as can be replayed. */
function firstOf(messages: readonly PastMessage[]): { kept: readonly PastMessage[]; isCut: boolean } {
  let written = 0
  const end = messages.findIndex(({ from_me }) => {
    if (!from_me) written += 1
    return written > limits.simulatedSteps
  })
  return end === -1 ? { kept: messages, isCut: false } : { kept: messages.slice(0, end), isCut: true }
}

interface Replayed {
  exchange: Exchange
  posted: Posted[]
  log: LogLine[]
  isServed: boolean
}

function goThrough(
  { scene }: Staged,
  ticket: TicketRow,
  past: readonly Past[],
  outages: readonly PastOutage[],
): Replayed[] {
  // Its messages belong to one ticket, however long it was closed between them.
  const stage = { ...scene, reopensWithin: Infinity }
  const replayed: Replayed[] = []
  const written = past.flatMap((one) => (one.kind === 'exchange' ? one.exchange.messages : []))
  const nextAfter = new Map(written.map(({ id }, nth) => [id, written[nth + 1]?.created_at]))
  let talk = beginPast(scene.configuration, ticket)
  for (const one of past) {
    if (one.kind === 'act') talk = { ...talk, state: afterAct(talk.state, one.act) }
    else if (one.kind === 'echo') talk = heardOf(one.message).talk
    else replayed.push(replayExchange(one.exchange))
  }
  return replayed

  function replayExchange(exchange: Exchange): Replayed {
    const isServed = talk.state.status === 'open'
    const posted: Posted[] = []
    const log: LogLine[] = []
    for (const message of exchange.messages) {
      const heard = heardOf(message)
      talk = heard.talk
      // The place in a queue comes some seconds later, and depends on who waited then.
      posted.push(...heard.posted.filter(({ isPlace }) => !isPlace))
      log.push(...heard.log)
    }
    return { exchange, posted, log, isServed }
  }

  function heardOf(message: PastMessage) {
    const clock = { now: message.created_at, seed: message.id }
    return hear(stage, talk, eventOf(message, outages), { ...clock, next: nextAfter.get(message.id) })
  }
}

/** As it was before anybody wrote. */
function beginPast(configuration: Staged['scene']['configuration'], ticket: TicketRow): Talk {
  const { contact_lgpd_at: consentedAt } = ticket
  const talk = beginTalk(configuration, {
    hasConsented: consentedAt !== null && consentedAt < ticket.created_at,
    acceptsAudio: ticket.contact_accepts_audio,
    isBotDisabled: ticket.contact_bot_disabled,
  })
  const isGroupTicket = ticket.is_group && ticket.group_as_ticket
  return {
    ...talk,
    state: {
      ...talk.state,
      ...(ticket.is_group && !isGroupTicket && { status: 'group' as const }),
      isGroup: ticket.is_group,
      isGroupTicket,
      isImported: ticket.imported_at !== null,
    },
  }
}

const asPosted = ({ body, file_id }: PastMessage): Pick<Posted, 'text' | 'fileId'> => ({ text: body, fileId: file_id })

/** The bodies of cards and locations are for machines. */
const readable = new Set(['conversation', 'extendedTextMessage', 'image', 'video', 'audio', 'application', 'document'])

function presentPast({ body, media_type }: PastMessage): ReplayedExchange['messages'][number] {
  const isText = media_type === 'conversation' || media_type === 'extendedTextMessage'
  return { text: readable.has(media_type) ? body : '', mediaType: isText ? null : media_type }
}
