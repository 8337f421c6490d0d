import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { OutboxEntry } from './outbox.repository.ts'
import type { ReadEntry } from './read-entries.ts'

/** A message of a campaign that is sent next. */
export interface CampaignSend {
  messageId: number
  /** An earlier try has ended without a certain answer. */
  mayHaveLeft: boolean
}

/** What campaigns say of their messages at the moment of sending. Messages of which they say nothing are sent. */
export interface CampaignSends {
  /** `back`: to be taken back. `refused`: to fail, with the reason. */
  ask(ctx: Ctx, sends: readonly CampaignSend[]): Promise<{ back: CampaignSend[]; refused: Map<number, string> }>
  /** Their entries are gone. */
  takeBack(ctx: Ctx, sends: readonly CampaignSend[]): Promise<void>
}

/**
 * Leaves out what campaigns do not want to be sent any more. Runs in the unit of work that takes the entries, so it does not
 * matter who has put them back into the outbox, nor when: a retry, an offline connection, a killed process.
 */
export async function askCampaigns(
  ctx: Ctx,
  entries: readonly ReadEntry[],
  campaigns: CampaignSends,
): Promise<OutboxEntry[]> {
  const sends = entries.flatMap(({ action, is_campaign, message_id, may_have_left }) =>
    action === 'send' && is_campaign ? { messageId: message_id, mayHaveLeft: may_have_left } : [],
  )
  const { back, refused } =
    sends.length === 0 ? { back: [], refused: new Map<number, string>() } : await campaigns.ask(ctx, sends)
  const gone = new Set(back.map(({ messageId }) => messageId))
  const isGone = ({ action, message_id }: ReadEntry) => action === 'send' && gone.has(message_id)
  if (gone.size > 0) {
    await dropTaken(
      ctx,
      entries.filter(isGone).map(({ id }) => id),
    )
    await campaigns.takeBack(ctx, back)
    // The next entries of these conversations can be taken now.
    ctx.wake('outbox')
  }
  return entries.flatMap((entry) =>
    isGone(entry) ? [] : { ...entry, stopped_by: (entry.action === 'send' && refused.get(entry.message_id)) || null },
  )
}

/** The caller has taken them in this unit of work. */
async function dropTaken(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await sql`delete from outbox where company_id = ${ctx.companyId} and id = any (${[...ids]}::bigint[])`.execute(ctx.db)
}
