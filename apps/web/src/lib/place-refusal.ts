import type { ErrorCode } from '@guiche/contract'
import { ApiError } from './api-error.ts'
import { errorText } from './cache/queries.ts'

interface Form {
  setFieldError: (field: string, text: string) => void
}

/** A refusal that is about one field stands under it. The mutation says in its meta that it handles these codes. */
export function placeRefusal(form: Form, error: unknown, fields: Partial<Record<ErrorCode, string>>): void {
  if (!(error instanceof ApiError)) return
  const field = Object.entries(fields).find(([code]) => code === error.code)?.[1]
  if (field) form.setFieldError(field, errorText(error))
}
