import type { ErrorCode } from '@guiche/contract'
import { z } from 'zod'
import { ApiError } from './api-error.ts'
import { toast } from '../ui/toasts/toasts.tsx'
import { errorText, showError } from './cache/queries.ts'
import { ruleText } from './form-rules.ts'

interface Form {
  setFieldError: (field: string, text: string) => void
}

/** What the server alone can check, such as keys that it keeps. */
const Issues = z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) })

/**
 * Shows an error about one field under that field; the mutation's meta must list the codes as handled. Fields that the
 * server refused are marked besides the general message.
 */
export function showFieldError(form: Form, error: unknown, fields: Partial<Record<ErrorCode, string>>): void {
  if (!(error instanceof ApiError)) return
  const field = Object.entries(fields).find(([code]) => code === error.code)?.[1]
  if (field) form.setFieldError(field, errorText(error))
  for (const { path, message } of Issues.safeParse(error.details).data?.issues ?? [])
    form.setFieldError(path.replace(/^body\./, ''), ruleText(message))
}

/** Says in these words that the server refused to save; other errors in their own. The mutation handles all codes. */
export function showSaveFailure(error: unknown, refusedText: string): void {
  const isRefused = error instanceof ApiError && [400, 404, 409].includes(error.status)
  if (isRefused) toast.error(refusedText)
  else showError(error)
}
