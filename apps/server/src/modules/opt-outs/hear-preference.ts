import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { enter, optOutNumbers } from './opt-outs.repository.ts'

/** Somebody has told their network that they want no marketing, or want it again. It is no answer to a message of ours. */
export async function hearPreference(ctx: Ctx, number: string, isOut: boolean): Promise<void> {
  const { rows } = await sql<{ contact_id: number }>`
    select contact_id from contact_identities
    where company_id = ${ctx.companyId} and kind = 'phone' and scope = '' and key = identity_key('phone', ${number})`.execute(
    ctx.db,
  )
  const contactId = rows[0]?.contact_id
  if (contactId !== undefined) await enter(ctx, { isOut, source: 'network', contactId })
  // Nobody has talked to them yet, so there is nothing to come back from.
  else if (isOut) await optOutNumbers(ctx, [number], 'network')
}
