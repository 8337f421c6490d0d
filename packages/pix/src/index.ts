export { type AsaasOptions, asaasBaseUrls, createAsaasGateway } from './asaas/asaas-gateway.ts'
export { type AsaasWebhookOptions, readAsaasWebhook } from './asaas/asaas-webhook.ts'
export { type BrCode, type BrCodeProblem, type BrCodeReading, makeBrCode, readBrCode } from './br-code.ts'
export { type EfiOptions, createEfiGateway, efiBaseUrls } from './efi/efi-gateway.ts'
export { type EfiWebhookOptions, efiWebhookAddresses, readEfiWebhook } from './efi/efi-webhook.ts'
export type {
  ChargeRequest,
  ChargeState,
  ChargeStatus,
  NewCharge,
  Payer,
  PixGateway,
  PixPayment,
  RefundState,
} from './gateway.ts'
export type { ConnectionOptions, Patience } from './http/http-client.ts'
export { PixError, type PixErrorDetails, type PixErrorKind, type Provider, isPixError } from './pix-error.ts'
export type { WebhookReading } from './webhook-reading.ts'
