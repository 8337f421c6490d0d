import { randomInt } from 'node:crypto'
import { type Ctx, asBot } from '#platform/context'
import { holdQueues } from '#modules/queues'
import { readSettings } from '#modules/settings'
import { type Decided, carryOut } from './carry-out.ts'
import { decide } from './decide/decide.ts'
import type { BotConfiguration, Outcome } from './decide/turn.ts'
import { type Heard, eventOf } from './heard.ts'
import { mayBeAnswered, mayConcernBot } from './may-answer.ts'
import { type Service, readConfiguration } from './read-configuration.ts'
import { type Conversation, readConversations } from './read-conversations.ts'

/**
 * What the server does by itself when customers write, in the unit of work that stores the messages: it answers the first
 * message of each conversation, then the second of each, and so on.
 */
export async function answerCustomers(ctx: Ctx, messages: readonly Heard[]): Promise<void> {
  let asked = await toAnswer(ctx, messages)
  if (asked.length === 0) return
  const ids = [...new Set(asked.map(({ message }) => message.ticketId))]
  const { conversations, now } = await readConversations(ctx, ids)
  while (asked.length > 0) {
    const { first, later } = firstOfEach(asked)
    await answerEach(ctx, first, { conversations, now })
    asked = later
  }
}

interface Known {
  conversations: Map<number, Conversation>
  now: Date
}

/** One message of each conversation. */
async function answerEach(ctx: Ctx, asked: readonly Asked[], known: Known): Promise<void> {
  const decided = await decideHolding(ctx, asked, known)
  for (const conversation of await carryOut(asBot(ctx), decided))
    known.conversations.set(conversation.ticket.id, conversation)
}

/** A remembered configuration may have a queue that is deleted meanwhile. The others that customers enter stay until the end. */
async function decideHolding(ctx: Ctx, asked: readonly Asked[], known: Known): Promise<Decided[]> {
  const decided = decideEach(asked, known)
  const entered = queuesEnteredIn(decided)
  if (entered.length === 0) return decided
  const held = new Set(await holdQueues(ctx, entered))
  const gone = new Set(entered.filter((id) => !held.has(id)))
  return gone.size === 0 ? decided : decideHolding(ctx, withoutQueues(asked, gone), known)
}

function decideEach(asked: readonly Asked[], { conversations, now }: Known): Decided[] {
  return asked.flatMap(({ message, configuration }) => {
    const conversation = conversations.get(message.ticketId)
    if (!conversation) return []
    const { ticket, state } = conversation
    const { connection_settings: settings, schedules: hours } = ticket
    const current = { ...configuration, connection: { ...configuration.connection, settings, hours } }
    const outcome = decide(state, eventOf(message), current, { now, seed: randomInt(1_000_000) })
    return { ticket, before: state, ...outcome }
  })
}

const queuesEnteredIn = (decided: readonly Outcome[]): number[] => [
  ...new Set(
    decided.flatMap(({ effects }) =>
      effects.flatMap((effect) => (effect.kind === 'enterQueue' ? (effect.queueId ?? []) : [])),
    ),
  ),
]

const withoutQueues = (asked: readonly Asked[], gone: ReadonlySet<number>): Asked[] =>
  asked.map(({ message, configuration }) => ({
    message,
    configuration: { ...configuration, queues: configuration.queues.filter(({ id }) => !gone.has(id)) },
  }))

interface Asked {
  message: Heard
  configuration: BotConfiguration
}

function firstOfEach(asked: readonly Asked[]): { first: Asked[]; later: Asked[] } {
  const begun = new Set<number>()
  const first: Asked[] = []
  const later: Asked[] = []
  for (const one of asked) {
    const isFirst = !begun.has(one.message.ticketId)
    begun.add(one.message.ticketId)
    if (isFirst) first.push(one)
    else later.push(one)
  }
  return { first, later }
}

/** The messages that a rule may concern. In a company without a bot this makes no query. */
async function toAnswer(ctx: Ctx, messages: readonly Heard[]): Promise<Asked[]> {
  const settings = await readSettings(ctx)
  const asked: Asked[] = []
  for (const message of messages) {
    if (!mayConcernBot(message, settings)) continue
    const configuration = await readConfiguration(ctx, message.connectionId)
    if (!configuration) continue
    const heard = asHeard(message, configuration.service)
    if (mayConcernBot(heard, settings) && mayBeAnswered(heard, configuration))
      asked.push({ message: heard, configuration })
  }
  return asked
}

/**
 * What comes while the company is not served was missed, as if its phone had been offline: it waits for a person. Nobody
 * is greeted for it once the company is served again.
 */
function asHeard(message: Heard, { isServed, unblockedAt }: Service): Heard {
  const isOld = unblockedAt !== null && message.sentAt <= unblockedAt
  return isServed && !isOld ? message : { ...message, isMissed: true }
}
