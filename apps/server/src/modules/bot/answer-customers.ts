import { randomInt } from 'node:crypto'
import { type Ctx, asBot } from '#platform/context'
import { readSettings } from '#modules/settings'
import { carryOut } from './carry-out.ts'
import { decide } from './decide/decide.ts'
import type { BotConfiguration } from './decide/turn.ts'
import { type Heard, eventOf } from './heard.ts'
import { mayBeAnswered, mayConcernBot } from './may-answer.ts'
import { readConfiguration } from './read-configuration.ts'
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

/** One message of each conversation. */
async function answerEach(
  ctx: Ctx,
  asked: readonly Asked[],
  { conversations, now }: { conversations: Map<number, Conversation>; now: Date },
): Promise<void> {
  const decided = asked.flatMap(({ message, configuration }) => {
    const conversation = conversations.get(message.ticketId)
    if (!conversation) return []
    const { ticket, state } = conversation
    const { connection_settings: settings, schedules: hours } = ticket
    const current = { ...configuration, connection: { ...configuration.connection, settings, hours } }
    const outcome = decide(state, eventOf(message), current, { now, seed: randomInt(1_000_000) })
    return { ticket, before: state, ...outcome }
  })
  const tickets = await carryOut(asBot(ctx), decided)
  decided.forEach(({ state }, nth) => {
    const ticket = tickets[nth]
    if (ticket) conversations.set(ticket.id, { ticket, state })
  })
}

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
    if (configuration && mayBeAnswered(message, configuration)) asked.push({ message, configuration })
  }
  return asked
}
