import type { PhoneAppPart } from '@guiche/meta'
import type { Ctx } from '#platform/context'
import { type RawBuilder, sql } from '#platform/database/sql'

/** Of a number that the app on a phone has too: what Meta was not asked for yet. Undefined: no phone has the number. */
export async function findUnasked(ctx: Ctx, connectionId: number): Promise<PhoneAppPart[] | undefined> {
  const { rows } = await sql<{ asks_contacts: boolean; asks_history: boolean }>`
    select contacts_asked_at is null as asks_contacts, history_asked_at is null as asks_history from official_numbers
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and is_on_phone`.execute(ctx.db)
  const [row] = rows
  return (
    row && [...(row.asks_contacts ? (['contacts'] as const) : []), ...(row.asks_history ? (['history'] as const) : [])]
  )
}

/** False: it was so before. */
export async function setOnPhone(ctx: Ctx, connectionId: number, isOnPhone: boolean): Promise<boolean> {
  const { rows } = await sql`
    update official_numbers set is_on_phone = ${isOnPhone}
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and is_on_phone <> ${isOnPhone}
    returning connection_id`.execute(ctx.db)
  return rows.length > 0
}

const askedAt: Record<PhoneAppPart, RawBuilder<unknown>> = {
  contacts: sql`contacts_asked_at`,
  history: sql`history_asked_at`,
}

export async function markAsked(ctx: Ctx, connectionId: number, part: PhoneAppPart): Promise<void> {
  await sql`
    update official_numbers set ${askedAt[part]} = now()
    where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(ctx.db)
}
