export { type BrCode, type BrCodeProblem, type BrCodeReading, makeBrCode, readBrCode } from './br-code.ts'
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
export { PixError, type PixErrorDetails, type PixErrorKind, type Provider, isPixError } from './pix-error.ts'
export type { WebhookReading } from './webhook-reading.ts'
