import i18next from 'i18next'
import type { z } from 'zod'

/**
 * Validates a form with the contract's schema: `useForm({ validate: rulesOf(ContactBody), ...checkedOnBlur })`. The
 * failed rule selects the text in `ui.form.*`.
 */
export function rulesOf(schema: z.ZodType): (values: Record<string, unknown>) => Record<string, string> {
  return (values) => {
    const checked = schema.safeParse(values)
    if (checked.success) return {}
    const first = new Map<string, string>()
    for (const { path, message } of checked.error.issues) {
      const field = path.join('.')
      if (!first.has(field)) first.set(field, ruleText(isEmpty(path, values) ? 'required' : message))
    }
    return Object.fromEntries(first)
  }
}

/** An empty field gets the message "required", not "too short" or "invalid address". */
function isEmpty([name = '']: PropertyKey[], values: Record<string, unknown>): boolean {
  const value = values[String(name)]
  return typeof value === 'string' && value.trim() === ''
}

interface Field {
  inputProps: { onChange: (value: unknown) => void }
  field: string | number | symbol
  form: { errors: Record<string, unknown>; validateField: (path: never) => unknown }
}

/** Validates a field on blur; a field in error is validated on every change. */
export const checkedOnBlur = {
  validateInputOnBlur: true,
  clearInputErrorOnChange: false,
  enhanceGetInputProps: ({ inputProps: { onChange }, field, form }: Field) => ({
    onChange: (value: unknown) => {
      onChange(value)
      // `field` is a path of the form's values, whose type is unknown here.
      if (form.errors[String(field)]) form.validateField(field as never)
    },
  }),
} as const

/** What the form says of a rule that failed. */
export function ruleText(rule: string): string {
  const key = `ui.form.${rule}`
  if (i18next.exists(key)) return i18next.t(key)
  return i18next.t('ui.form.invalid')
}
