import { type BotState, type MessageEvent, afterEffect, mediaOf } from '#modules/bot'
import type { PastAct, PastMessage, PastOutage } from './simulator.repository.ts'

/** What the customer has written in one unit of work, and what the bot has answered in it. */
export interface Exchange {
  messages: PastMessage[]
  answers: PastMessage[]
}

/** In the order in which it happened: what was done with the ticket, an answer on the phone itself, or an exchange. */
export type Past =
  | { kind: 'act'; act: PastAct }
  | { kind: 'echo'; message: PastMessage }
  | { kind: 'exchange'; exchange: Exchange }

export function pastOf(messages: readonly PastMessage[], acts: readonly PastAct[]): Past[] {
  const works = new Map<number, Past[]>()
  const add = (work: number, past: Past) => works.set(work, [...(works.get(work) ?? []), past])
  const heardIn = new Set(messages.flatMap(({ from_me, work }) => (from_me ? [] : work)))
  // What happened because of a message is decided anew.
  for (const act of acts) if (act.user_id !== null || !heardIn.has(act.work)) add(act.work, { kind: 'act', act })
  for (const [work, together] of Map.groupBy(messages, (message) => message.work)) {
    for (const message of together) if (message.origin === 'phone') add(work, { kind: 'echo', message })
    const fromCustomer = together.filter(({ from_me }) => !from_me)
    const answers = together.filter(({ from_me, origin }) => from_me && origin === 'bot')
    if (fromCustomer.length > 0) add(work, { kind: 'exchange', exchange: { messages: fromCustomer, answers } })
  }
  return [...works].toSorted(([a], [b]) => a - b).flatMap(([, pasts]) => pasts)
}

export const eventOf = (message: PastMessage, outages: readonly PastOutage[]): MessageEvent => ({
  id: message.id,
  text: message.body,
  media: mediaOf({ text: message.body, mediaType: message.media_type, hasFile: message.file_id !== null }),
  isFirst: false,
  isMissed: outages.some(({ since, until }) => message.sent_at >= since && message.sent_at <= until),
  isCall: message.media_type === 'call_log',
  isEcho: message.from_me,
  at: message.sent_at,
})

const takes = new Set<PastAct['kind']>(['create', 'open', 'reopen', 'receivedTransfer', 'assign'])
const leaves = new Set<PastAct['kind']>(['transfered', 'pending', 'redirect'])
const ends = new Set<PastAct['kind']>(['closed', 'reopen'])

/** The conversation after something was done with its ticket. */
export function afterAct(state: BotState, { kind, user_id: userId, queue_id: queueId }: PastAct): BotState {
  const left = { ...state.memory, isBot: false, place: 'done' } as const
  const ended = afterEffect(state, { kind: 'close', farewell: false })
  if (userId === null && ends.has(kind)) return afterWait()
  if (takes.has(kind)) return { ...state, status: 'open', userId, queueId, memory: left }
  if (leaves.has(kind)) return { ...state, status: 'pending', userId: null, queueId, memory: left }
  if (kind === 'nps')
    return {
      ...state,
      status: 'nps',
      memory: { ...ended.memory, amountUsedBotQueuesNPS: 1 },
      rating: { isGiven: false, isTalkedTo: false, isOverdue: false },
    }
  return ended

  /** A rating was waited for long enough. Other tickets are closed by what is decided anew. */
  function afterWait(): BotState {
    if (state.status !== 'nps') return state
    return kind === 'closed' ? ended : { ...state, status: 'pending', userId: null, queueId, memory: left }
  }
}
