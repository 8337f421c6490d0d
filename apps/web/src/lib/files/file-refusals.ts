import type { ErrorCode } from '@guiche/contract'
import { ApiError } from '../api-error.ts'

/** Refusals of a file, which a dialog shows under its field. */
export const fileRefusals = ['ERR_FILE_TYPE', 'ERR_FILE_TOO_LARGE', 'ERR_UPLOAD_LIMIT', 'ERR_BUSY'] as const

/** Where the call can exceed nothing else of the plan than its files. */
export const fileRefusalsOfPlan = [...fileRefusals, 'ERR_PLAN_LIMIT'] as const

export const isRefusal = (error: unknown, codes: readonly ErrorCode[]): boolean =>
  error instanceof ApiError && codes.some((code) => code === error.code)
