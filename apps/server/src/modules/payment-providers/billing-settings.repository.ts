import type { GatewayState, PixProvider } from '@guiche/contract'
import { type Db, sql } from '#platform/database/sql'

export interface BillingSettingsRow {
  provider: PixProvider
  sandbox: boolean
  grace_days: number
  efi_client_id: string
  efi_pix_key: string
  /** Asaas writes there when it stops to send webhooks. */
  asaas_email: string
  secrets: Buffer | null
  updated_at: Date
  /** What the provider could not do the last time, until it works again. */
  failure: GatewayState | null
  failed_at: Date | null
}

/** They belong to the installation, so the operator's connection reads and writes them. */
export async function findBillingSettings(operator: Db): Promise<BillingSettingsRow> {
  const { rows } = await sql<BillingSettingsRow>`
    select provider, sandbox, grace_days, efi_client_id, efi_pix_key, asaas_email, secrets, updated_at, failure, failed_at from billing_settings`.execute(
    operator,
  )
  const [settings] = rows
  if (!settings) throw new Error('the installation has no billing settings')
  return settings
}

/** Changes come one after the other until the end of the transaction. */
export async function lockBillingSettings(operator: Db): Promise<void> {
  await sql`select from billing_settings for update`.execute(operator)
}

export async function saveBillingSettings(
  operator: Db,
  settings: Omit<BillingSettingsRow, 'updated_at' | 'failure' | 'failed_at'>,
): Promise<void> {
  await operator
    .updateTable('billing_settings')
    .set({ ...settings, updated_at: sql`now()` })
    .execute()
}

/** The same failure is noted once a minute. The gateways are kept, so `updated_at` stays. */
export async function noteFailure(operator: Db, failure: GatewayState): Promise<void> {
  await sql`
    update billing_settings set failure = ${failure}, failed_at = now()
    where failure is distinct from ${failure} or failed_at < now() - interval '1 minute'`.execute(operator)
}

export async function clearFailure(operator: Db): Promise<void> {
  await sql`update billing_settings set failure = null, failed_at = null where failure is not null`.execute(operator)
}
