import i18next from 'i18next'
import type { z } from 'zod'

/**
 * The rules of a form are those of the contract: `useForm({ validate: rulesOf(ContactBody), ...checkedOnBlur })`. The
 * schema names the rule that failed, the words are `ui.form.*`.
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

/** Nothing was typed: that is neither a short text nor a wrong address. */
function isEmpty([name = '']: PropertyKey[], values: Record<string, unknown>): boolean {
  const value = values[String(name)]
  return typeof value === 'string' && value.trim() === ''
}

interface Field {
  inputProps: { onChange: (value: unknown) => void }
  field: string | number | symbol
  form: { errors: Record<string, unknown>; validateField: (path: never) => unknown }
}

/** A field is checked when it is left; once it is in error, with every key (design, ux.md "Layout"). */
export const checkedOnBlur = {
  validateInputOnBlur: true,
  clearInputErrorOnChange: false,
  enhanceGetInputProps: ({ inputProps: { onChange }, field, form }: Field) => ({
    onChange: (value: unknown) => {
      onChange(value)
      // It is a path of this form's values; which ones those are is not known here.
      if (form.errors[String(field)]) form.validateField(field as never)
    },
  }),
} as const

function ruleText(rule: string): string {
  const key = `ui.form.${rule}`
  if (i18next.exists(key)) return i18next.t(key)
  return i18next.t('ui.form.invalid')
}
