import type { TicketChange } from '@guiche/contract'
import type { z } from 'zod'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { assertFeature } from '#modules/companies'
import type { LockedTicket } from './tickets.repository.ts'

type BotChange = Pick<
  z.output<typeof TicketChange>,
  'useIntegration' | 'integrationId' | 'promptId' | 'amountUsedBotQueues' | 'isBot'
>

/** Stores the bot fields that the call sets. `amountUsedBotQueues: 0` resets that counter. */
export async function adjustBot(ctx: Ctx, ticket: LockedTicket, change: BotChange): Promise<void> {
  const { useIntegration, integrationId, promptId, amountUsedBotQueues, isBot } = change
  if (useIntegration || integrationId) await assertFeature(ctx, 'useIntegration')
  if (promptId) await assertFeature(ctx, 'useOpenAi')
  const set = Object.fromEntries(
    Object.entries({ useIntegration, integrationId, promptId, amountUsedBotQueues, isBot }).filter(
      ([, value]) => value !== undefined,
    ),
  )
  if (Object.keys(set).length === 0) return
  await sql`update tickets set bot = bot || ${JSON.stringify(set)}::jsonb where company_id = ${ctx.companyId} and id = ${ticket.id}`.execute(
    ctx.db,
  )
  ctx.emit('ticket.changed', { ticketId: ticket.id })
}
