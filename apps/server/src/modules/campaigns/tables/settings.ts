import { CampaignSettings } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'

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

export async function saveSettings(ctx: Ctx, settings: CampaignSettings): Promise<void> {
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
