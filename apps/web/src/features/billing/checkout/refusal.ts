import type { ErrorCode } from '@guiche/contract'
import i18next from 'i18next'
import { z } from 'zod'
import { ApiError } from '../../../lib/api-error.ts'
import { errorText } from '../../../lib/cache/queries.ts'
import type { Step } from './checkout-values.ts'

/** Where the reason of a refusal can be corrected. */
const stepsOfCodes: Partial<Record<ErrorCode, Step>> = {
  ERR_PLAN_TOO_SMALL: 'plan',
  ERR_NO_PLAN_FOUND: 'plan',
  ERR_PAYMENT_REFUSED: 'payer',
}

export const stepOfRefusal = (error: unknown): Step | undefined =>
  error instanceof ApiError ? Object.entries(stepsOfCodes).find(([code]) => code === error.code)?.[1] : undefined

const TooSmall = z.object({ kind: z.enum(['users', 'connections', 'queues']), used: z.number(), most: z.number() })

/** Why there is no code to pay with, and what can be done. */
export function refusalText(error: unknown): string {
  if (!(error instanceof ApiError) || error.code !== 'ERR_PLAN_TOO_SMALL') return errorText(error)
  const details = TooSmall.safeParse(error.details).data
  if (!details) return errorText(error)
  return i18next.t(`billing.checkout.tooSmall.${details.kind}`, { used: details.used, most: details.most })
}
