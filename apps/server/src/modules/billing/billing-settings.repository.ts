import type { PixProvider } from '@guiche/contract'
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
}

/** They belong to the installation, so the operator's connection reads and writes them. */
export async function findBillingSettings(operator: Db): Promise<BillingSettingsRow> {
  const { rows } = await sql<BillingSettingsRow>`
    select provider, sandbox, grace_days, efi_client_id, efi_pix_key, asaas_email, secrets, updated_at from billing_settings`.execute(
    operator,
  )
  const [settings] = rows
  if (!settings) throw new Error('the installation has no billing settings')
  return settings
}

export async function saveBillingSettings(
  operator: Db,
  settings: Omit<BillingSettingsRow, 'updated_at'>,
): Promise<void> {
  await operator
    .updateTable('billing_settings')
    .set({ ...settings, updated_at: sql`now()` })
    .execute()
}
