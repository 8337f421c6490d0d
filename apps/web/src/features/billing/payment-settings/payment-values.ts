import { type BillingSettings, BillingSettingsChange, type PixProvider } from '@guiche/contract'
import type { z } from 'zod'
import { changesOf } from '../../../lib/cache/changes.ts'
import { rulesOf } from '../../../lib/form-rules.ts'

export type PaymentValues = {
  provider: PixProvider
  sandbox: boolean
  /** A field that is being edited may be empty. */
  graceDays: number | string
  efiClientId: string
  efiPixKey: string
  asaasEmail: string
  /** Of secrets, only new ones; empty: the stored one stays. */
  efiClientSecret: string
  efiCertificate: string
  asaasToken: string
}

export type SettingsChange = z.input<typeof BillingSettingsChange>

export function valuesOf(settings: BillingSettings): PaymentValues {
  const { provider, sandbox, graceDays, efiClientId, efiPixKey, asaasEmail } = settings
  const open = { provider, sandbox, graceDays, efiClientId, efiPixKey, asaasEmail }
  return { ...open, efiClientSecret: '', efiCertificate: '', asaasToken: '' }
}

/** What is sent: only what was changed, and no secret that was left alone. */
export const changeOf = (before: PaymentValues, after: PaymentValues): SettingsChange =>
  changesOf(before, after.provider === 'asaas' ? after : { ...after, asaasEmail: before.asaasEmail })

const rules = rulesOf(BillingSettingsChange)

/** The address is a field of one provider only; elsewhere nobody could correct it. */
export const paymentRules = (values: PaymentValues): Record<string, string> =>
  rules(values.provider === 'asaas' ? values : { ...values, asaasEmail: '' })
