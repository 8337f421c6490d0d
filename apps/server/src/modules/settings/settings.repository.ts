import type { CompanySetting } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'

/** Only settings that were changed from their default. */
export async function findChosenSettings(ctx: Ctx): Promise<unknown> {
  const row = await ctx.db
    .selectFrom('company_settings')
    .select('settings')
    .where('company_id', '=', ctx.companyId)
    .executeTakeFirst()
  return row?.settings ?? {}
}

export async function saveSetting(ctx: Ctx, key: CompanySetting, value: string): Promise<void> {
  await sql`
    insert into company_settings (company_id, settings)
    values (${ctx.companyId}, jsonb_build_object(${key}::text, ${value}::text))
    on conflict (company_id) do update
      set settings = company_settings.settings || excluded.settings, updated_at = now()`.execute(ctx.db)
}

export interface InstallationSetting {
  id: number
  key: string
  value: string
}

/** Settings of the whole installation. Their ids are their positions in the list. */
export async function listInstallationSettings({ db }: { db: Db }): Promise<InstallationSetting[]> {
  const { rows } = await sql<InstallationSetting>`
    select row_number() over (order by key) as id, key, value from installation_settings order by key`.execute(db)
  return rows
}

export async function findInstallationSetting(
  { db }: { db: Db },
  key: string,
): Promise<InstallationSetting | undefined> {
  const settings = await listInstallationSettings({ db })
  return settings.find((setting) => setting.key === key)
}

/** Whether strangers may make companies of their own. */
export async function isUserCreationOn(db: Db): Promise<boolean> {
  return (await findInstallationSetting({ db }, 'userCreation'))?.value === 'enabled'
}

/** With the operator's connection, because companies may only read them. */
export async function saveInstallationSetting(operator: Db, key: string, value: string): Promise<void> {
  await operator
    .updateTable('installation_settings')
    .set({ value, updated_at: sql`now()` })
    .where('key', '=', key)
    .execute()
}
