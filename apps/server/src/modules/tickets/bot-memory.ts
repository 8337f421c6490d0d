import type { TicketChange } from '@guiche/contract'
import { z } from 'zod'
import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import { assertFeature } from '#modules/companies'
import { assertPrompt } from '#modules/prompts'
import { assertIntegrations } from '#modules/queue-integrations'
import type { LockedTicket } from './tickets.repository.ts'

const flag = z.boolean().default(false).catch(false)
const count = z.int().min(0).default(0).catch(0)
const text = z.string().nullable().default(null).catch(null)
const id = z.int().nullable().default(null).catch(null)
const Place = z.union([z.literal('done'), z.object({ optionId: z.int().nullable() })])

/**
 * What the bot remembers of a ticket, in `tickets.bot`. It ends with the ticket (`forgetsAll` in `move-ticket.ts`). Some
 * names are those of existing clients.
 */
const BotMemory = z.object({
  /** The customer is in a menu or is asked for their consent; false: they wait for a person or talk to one. */
  isBot: flag,
  /** The greeting of a connection with one queue was sent. */
  isGreeted: flag,
  /** Menus, refusals and out-of-hours texts that were said since the last valid choice. */
  amountUsedBotQueues: count,
  /** How often the customer was asked for the rating. */
  amountUsedBotQueuesNPS: count,
  /**
   * Where the customer is: null before any menu, `optionId` null on the first level (without a queue: in the menu of
   * queues), 'done' when they were left to a person.
   */
  place: Place.nullable().default(null).catch(null),
  /** When the bot last said something. */
  saidAt: text,
  /** The reason of the bot's silence that is in the log, which has each once in a row. */
  silence: text,
  isOutOfHour: flag,
  /** The warning before a closing was sent since the last message. */
  sendInactiveMessage: flag,
  lgpdSendMessageAt: text,
  lgpdAcceptedAt: text,
  useIntegration: flag,
  integrationId: id,
  promptId: id,
})
export type BotMemory = z.output<typeof BotMemory>

/** Missing or unreadable parts are as in a new ticket. */
export const readBotMemory = (stored: unknown): BotMemory => BotMemory.parse(stored ?? {})

/** Stores what the bot remembers after a decision; the caller has locked the ticket. */
export const keepBotMemory = (ctx: Ctx, ticketId: number, memory: BotMemory): Promise<void> =>
  keepBotMemories(ctx, [{ ticketId, memory }])

export async function keepBotMemories(
  ctx: Ctx,
  memories: readonly { ticketId: number; memory: BotMemory }[],
): Promise<void> {
  if (memories.length === 0) return
  const rows = memories.map(({ ticketId, memory }) => ({ id: ticketId, bot: memory }))
  await sql`
    update tickets t set bot = x.bot from (${recordset(rows, sql`id bigint, bot jsonb`)}) as x
    where t.company_id = ${ctx.companyId} and t.id = x.id`.execute(ctx.db)
  for (const { ticketId } of memories) ctx.emit('ticket.changed', { ticketId })
}

type BotChange = Pick<
  z.output<typeof TicketChange>,
  'useIntegration' | 'integrationId' | 'promptId' | 'amountUsedBotQueues' | 'isBot'
>

/** A person answers from now on. */
const leftToPeople = { isBot: false, place: 'done' } as const

/**
 * Stores the bot fields that the call sets. `amountUsedBotQueues: 0` resets that counter. What answers outside is stopped at
 * once if it is switched off.
 */
export async function adjustBot(ctx: Ctx, ticket: LockedTicket, change: BotChange): Promise<void> {
  const { useIntegration, integrationId, promptId, amountUsedBotQueues, isBot } = change
  if (useIntegration || integrationId) await assertFeature(ctx, 'useIntegration')
  await assertPrompt(ctx, promptId)
  if (integrationId) await assertIntegrations(ctx, [integrationId])
  const set = Object.fromEntries(
    Object.entries({ useIntegration, integrationId, promptId, amountUsedBotQueues, isBot }).filter(
      ([, value]) => value !== undefined,
    ),
  )
  if (Object.keys(set).length === 0) return
  const isStopped = useIntegration === false && ticket.bot.useIntegration
  if (isStopped) ctx.emit('ticket.botStopped', { ticketId: ticket.id })
  const kept = { ...(isStopped && leftToPeople), ...set }
  await sql`update tickets set bot = bot || ${JSON.stringify(kept)}::jsonb where company_id = ${ctx.companyId} and id = ${ticket.id}`.execute(
    ctx.db,
  )
  ctx.emit('ticket.changed', { ticketId: ticket.id })
}
