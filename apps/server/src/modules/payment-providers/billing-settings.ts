import type { Api, BillingSettings, Parsed } from '@guiche/contract'
import { z } from 'zod'
import type { Db } from '#platform/database/sql'
import type { Units } from '#platform/database/unit-of-work'
import { isoTime } from '#platform/iso-time'
import { createRecent } from '#platform/recent'
import { keptSecret, isMasked, maskedEnding, maskedSecret } from '#platform/security/masked'
import { seal, unseal } from '#platform/security/seal'
import { platformCompany } from '#modules/companies'
import {
  type BillingSettingsRow,
  findBillingSettings,
  lockBillingSettings,
  saveBillingSettings,
} from './billing-settings.repository.ts'

const Secrets = z.object({
  efiClientSecret: z.string().default(''),
  /** In base64. */
  efiCertificate: z.string().default(''),
  asaasToken: z.string().default(''),
  /** What a provider must show us with a webhook. Made once by us. */
  webhookSecret: z.string().default(''),
})
export type BillingSecrets = z.output<typeof Secrets>

export interface OpenSettings extends Omit<BillingSettingsRow, 'secrets'> {
  secrets: BillingSecrets
}

const row = 'billing_settings'

export async function readBillingSettings(operator: Db, key: Buffer): Promise<OpenSettings> {
  const { secrets, ...settings } = await findBillingSettings(operator)
  return { ...settings, secrets: Secrets.parse(secrets ? JSON.parse(unseal(key, secrets, row)) : {}) }
}

const recent = createRecent<OpenSettings>({ max: 1 })

/** As they were at most a second ago, for what is done with every payment. */
export async function readRecentBillingSettings(
  { application, operator }: Pick<Units, 'application' | 'operator'>,
  key: Buffer,
): Promise<OpenSettings> {
  const of = { application, companyId: platformCompany }
  return recent.find(of) ?? recent.read(of, () => readBillingSettings(operator, key))
}

/** Call it when they were changed. */
export const forgetBillingSettings = ({ application }: Pick<Units, 'application'>): void =>
  recent.forget({ application, companyId: platformCompany })

type Change = Parsed<Api['updateBillingSettings']>['body']

interface Changed {
  /** Names of fields. */
  changed: string[]
  graceDays: { before: number; after: number }
}

/** Secrets that come back as they were shown stay. Call it in a transaction. */
export async function changeBillingSettings(
  operator: Db,
  key: Buffer,
  change: Change,
  newWebhookSecret: () => string,
): Promise<Changed> {
  await lockBillingSettings(operator)
  const before = await readBillingSettings(operator, key)
  const { secrets } = before
  const after: OpenSettings = {
    ...before,
    provider: change.provider ?? before.provider,
    sandbox: change.sandbox ?? before.sandbox,
    grace_days: change.graceDays ?? before.grace_days,
    efi_client_id: change.efiClientId ?? before.efi_client_id,
    efi_pix_key: change.efiPixKey ?? before.efi_pix_key,
    asaas_email: change.asaasEmail ?? before.asaas_email,
    secrets: {
      efiClientSecret: keptSecret(change.efiClientSecret, secrets.efiClientSecret),
      efiCertificate: keptSecret(change.efiCertificate, secrets.efiCertificate),
      asaasToken: keptSecret(change.asaasToken, secrets.asaasToken),
      webhookSecret: secrets.webhookSecret || newWebhookSecret(),
    },
  }
  const { updated_at: _, failure: _failure, failed_at: _failedAt, ...stored } = after
  await saveBillingSettings(operator, { ...stored, secrets: seal(key, JSON.stringify(after.secrets), row) })
  return {
    changed: Object.entries(change).flatMap(([name, value]) => (isMasked(value) ? [] : [name])),
    graceDays: { before: before.grace_days, after: after.grace_days },
  }
}

export function presentBillingSettings(settings: OpenSettings, publicUrl: URL): BillingSettings {
  const { secrets } = settings
  return {
    provider: settings.provider,
    sandbox: settings.sandbox,
    graceDays: settings.grace_days,
    efiClientId: settings.efi_client_id,
    efiPixKey: settings.efi_pix_key,
    asaasEmail: settings.asaas_email,
    efiClientSecret: maskedSecret(secrets.efiClientSecret),
    // The end of a certificate tells nothing.
    efiCertificate: secrets.efiCertificate ? maskedEnding('') : '',
    asaasToken: maskedSecret(secrets.asaasToken),
    failure: settings.failure && settings.failed_at && { state: settings.failure, at: isoTime(settings.failed_at) },
    webhookUrl: settings.provider === 'none' ? '' : webhookAddress(publicUrl, settings.provider),
  }
}

/** Without the secret, which the providers get and people do not need. */
export const webhookAddress = (publicUrl: URL, provider: 'efi' | 'asaas'): string =>
  new URL(`/subscription/webhook/${provider}`, publicUrl).href
