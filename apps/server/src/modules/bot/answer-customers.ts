import { randomInt } from 'node:crypto'
import { type Ctx, asBot } from '#platform/context'
import { readSettings } from '#modules/settings'
import { carryOut } from './carry-out.ts'
import { decide } from './decide/decide.ts'
import type { BotConfiguration } from './decide/turn.ts'
import { type Heard, eventOf } from './heard.ts'
import { mayBeAnswered, mayConcernBot } from './may-answer.ts'
import { readConfiguration } from './read-configuration.ts'
import { readConversations } from './read-conversations.ts'

/** What the server does by itself when customers write, in the unit of work that stores the messages. */
export async function answerCustomers(ctx: Ctx, messages: readonly Heard[]): Promise<void> {
  const asked = await toAnswer(ctx, messages)
  if (asked.length === 0) return
  const ids = [...new Set(asked.map(({ message }) => message.ticketId))]
  const { conversations, now } = await readConversations(ctx, ids)
  const bot = asBot(ctx)
  for (const { message, configuration } of asked) {
    const conversation = conversations.get(message.ticketId)
    if (!conversation) continue
    const { ticket, state } = conversation
    const { connection_settings: settings, schedules: hours } = ticket
    const current = { ...configuration, connection: { ...configuration.connection, settings, hours } }
    const outcome = decide(state, eventOf(message), current, { now, seed: randomInt(1_000_000) })
    conversations.set(message.ticketId, {
      ticket: await carryOut(bot, ticket, { before: state, ...outcome }),
      state: outcome.state,
    })
  }
}

interface Asked {
  message: Heard
  configuration: BotConfiguration
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
