import { CampaignSettings } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { Ctx, UserCtx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import { noPermission } from '#platform/errors'

interface SettingRow {
  id: number
  key: string
  /** JSON. */
  value: string
}

export async function listSettings(ctx: Ctx): Promise<SettingRow[]> {
  const { rows } = await sql<SettingRow>`
    select s.id, s.key, s.value::text as value from campaign_settings s where s.company_id = ${ctx.companyId} order by s.id`.execute(
    ctx.db,
  )
  return rows
}

/** With defaults for what was never saved. The cap and the prices are read by the statements that need them. */
export async function readCampaignSettings(ctx: Ctx): Promise<CampaignSettings> {
  const stored = (await listSettings(ctx)).map(({ key, value }): [string, unknown] => [key, JSON.parse(value)])
  return CampaignSettings.parse(Object.fromEntries(stored))
}

/** Prices are money, so only admins change them, and the log says so. What others send of them must be as it is. */
async function checkPrices(ctx: UserCtx, { prices, currency }: CampaignSettings): Promise<void> {
  const before = await readCampaignSettings(ctx)
  const isSame = (one: unknown, other: unknown) => one === undefined || JSON.stringify(one) === JSON.stringify(other)
  if (isSame(prices, before.prices ?? []) && isSame(currency, before.currency)) return
  if (ctx.actor.profile !== 'admin') throw noPermission()
  const changed = [
    ...(isSame(prices, before.prices ?? []) ? [] : ['prices']),
    ...(isSame(currency, before.currency) ? [] : ['currency']),
  ]
  await audit(ctx, { action: 'messagePrices.changed', object: 'company', objectId: ctx.companyId, detail: { changed } })
}

export async function saveSettings(ctx: UserCtx, settings: CampaignSettings): Promise<void> {
  await checkPrices(ctx, settings)
  const rows = Object.entries(settings).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: JSON.stringify(value) }],
  )
  await sql`
    insert into campaign_settings (company_id, key, value)
    select ${ctx.companyId}, x.key, x.value::jsonb
    from (${recordset(rows, sql`key text, value text`)}) as x
    on conflict (company_id, key) do update set value = excluded.value`.execute(ctx.db)
  ctx.emit('campaignSettings.saved', {})
}
