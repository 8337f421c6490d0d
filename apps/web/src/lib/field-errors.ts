import type { ErrorCode } from '@guiche/contract'
import { ApiError } from './api-error.ts'
import { toast } from '../ui/toasts/toasts.tsx'
import { errorText, showError } from './cache/queries.ts'

interface Form {
  setFieldError: (field: string, text: string) => void
}

/** Shows an error about one field under that field. The mutation's meta must list the codes as handled. */
export function showFieldError(form: Form, error: unknown, fields: Partial<Record<ErrorCode, string>>): void {
  if (!(error instanceof ApiError)) return
  const field = Object.entries(fields).find(([code]) => code === error.code)?.[1]
  if (field) form.setFieldError(field, errorText(error))
}

/** Says in these words that the server refused to save; other errors in their own. The mutation handles all codes. */
export function showSaveFailure(error: unknown, refusedText: string): void {
  const isRefused = error instanceof ApiError && [400, 404, 409].includes(error.status)
  if (isRefused) toast.error(refusedText)
  else showError(error)
}
