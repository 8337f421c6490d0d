import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Email, When, whole } from '../shared/fields.ts'

export const pixProviders = ['none', 'efi', 'asaas'] as const
export type PixProvider = (typeof pixProviders)[number]

/** A secret that was stored is shown as this and its last four characters. Sent back, it stays as it is. */
export const secretMask = '••••'

const text = (most: number) => z.string().trim().max(most, 'tooLong')

const fields = {
  provider: z.enum(pixProviders),
  /** Days after the due date in which everything still works. */
  graceDays: whole(0, 30),
  /** Test accounts of the provider instead of real ones. */
  sandbox: z.boolean(),
  efiClientId: text(200),
  efiPixKey: text(77),
  /** Asaas writes there when it stops to report payments. */
  asaasEmail: z.union([Email, z.literal('')]),
  /** Write-only: answers have a mask. */
  efiClientSecret: text(500),
  /** The account's certificate, .p12 or .pem, in base64. Write-only. */
  efiCertificate: text(100_000),
  /** Write-only. */
  asaasToken: text(500),
}

/** What a test of the credentials found. */
export const gatewayStates = [
  'works',
  'notConfigured',
  'unreachable',
  'slow',
  'certificate',
  'credentials',
  'forbidden',
  'busy',
  'unavailable',
  'unexpected',
] as const
export type GatewayState = (typeof gatewayStates)[number]

export const BillingSettings = z.object({
  ...fields,
  /** What the provider could not do the last time, and when; null once it works again. */
  failure: z.object({ state: z.enum(gatewayStates), at: When }).nullable(),
  /** Where the provider reports payments to. */
  webhookUrl: z.string(),
})
export type BillingSettings = z.output<typeof BillingSettings>

export const BillingSettingsChange = z.object(fields).partial()

export const billingSettingCalls = {
  billingSettings: endpoint({
    method: 'GET',
    path: '/billing/settings',
    summary: 'How the platform is paid; secrets are masked',
    access: 'super',
    feature: 'none',
    answer: BillingSettings,
  }),
  updateBillingSettings: endpoint({
    method: 'PUT',
    path: '/billing/settings',
    summary: 'Change how the platform is paid',
    access: 'super',
    feature: 'none',
    body: BillingSettingsChange,
    answer: BillingSettings,
  }),
  testBillingSettings: endpoint({
    method: 'POST',
    path: '/billing/settings/test',
    summary: 'Log in at the payment provider with the stored credentials, and register the webhook there',
    access: 'super',
    feature: 'none',
    answer: z.object({ state: z.enum(gatewayStates) }),
  }),
} as const
