/** Who pays. `document` is a CPF (11 digits) or a CNPJ (14 digits or capitals). */
export interface Payer {
  document: string
  name: string
}

export interface ChargeRequest {
  /** Our own id of the charge: 26 to 35 letters and digits. The same id never makes a second charge. */
  txid: string
  amountCents: number
  /** Asaas counts in days: its charge can be paid longer than that. `NewCharge.expiresAt` is the truth. */
  expiresInSeconds: number
  /** Asaas makes no charge without it. */
  payer?: Payer
  /** Shown to the payer; at most 140 characters. */
  description: string
}

/**
 * `open`: can be paid, unless it has expired. `pending`: the provider holds the money back, nothing is sure yet.
 * `refunded`: all of it was given back. `other`: a state that changes nothing by itself, such as a dispute; see
 * `providerStatus`.
 */
export type ChargeStatus = 'open' | 'pending' | 'paid' | 'removed' | 'refunded' | 'other'

export interface NewCharge {
  /** The id for `readCharge` and `cancelCharge`. */
  providerId: string
  /** The BR Code, checked. Empty if the charge existed already and can no longer be paid. */
  copyText: string
  /** The provider takes payments until then. Undefined if the charge existed already and can no longer be paid. */
  expiresAt: Date | undefined
  status: ChargeStatus
}

export interface PixPayment {
  /** The end-to-end id of the payment at Efí, the id of the charge at Asaas. */
  id: string
  amountCents: number
  /** Asaas tells the day only: this is when it begins in São Paulo. */
  paidAt: Date
  /** What has arrived at the payer again. Refunds in progress do not count. */
  refundedCents: number
}

export interface ChargeState {
  providerId: string
  txid: string
  /** What was charged, which may differ from what was paid. */
  amountCents: number
  status: ChargeStatus
  /** The provider's own word for it. */
  providerStatus: string
  payments: PixPayment[]
}

/** `processing`: the provider has accepted it; `readCharge` tells when it has arrived. */
export interface RefundState {
  status: 'done' | 'processing' | 'failed'
}

/** A provider of charges by Pix. Every method throws a `PixError` if it fails. */
export interface PixGateway {
  /**
   * Makes a charge, or returns the one of the same txid. A `conflict` if that one is about another amount. One call at a
   * time per txid: Asaas would make two charges for two at the same moment.
   */
  createCharge(request: ChargeRequest): Promise<NewCharge>
  /** All that the provider knows of a charge now. */
  readCharge(providerId: string): Promise<ChargeState>
  /** The same by our own id, for a charge whose creation was not answered. Undefined: the provider has none. */
  findCharge(txid: string): Promise<ChargeState | undefined>
  /** Cancels a charge if it is still open. Returns its state after that: it may have been paid a moment earlier. */
  cancelCharge(providerId: string): Promise<ChargeState>
  /**
   * Gives money back, in full or in part. `refundId`: 1 to 35 letters and digits; the same id refunds once. One call at a
   * time per id: Asaas would give it back twice for two at the same moment.
   */
  refund(paymentId: string, amountCents: number, refundId: string): Promise<RefundState>
  /** Has the provider report payments to this address. May be called again. */
  registerWebhook(url: string): Promise<void>
  /** Returns if the credentials and the certificate work and may do all of the above. */
  test(): Promise<void>
  /** Closes idle connections. */
  close(): void
}
