import type { PlanView, Terms } from '@guiche/contract'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EntryForm } from '../../features/entry/entry-page.tsx'
import { SignUpFields } from '../../features/sign-up/sign-up-fields.tsx'
import { blank, signUpRules } from '../../features/sign-up/sign-up-values.ts'
import { useSignUp } from '../../features/sign-up/sign-up.api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/cache/queries.ts'
import { showFieldError } from '../../lib/field-errors.ts'
import { checkedOnBlur } from '../../lib/form-rules.ts'
import { useFirstError } from '../../ui/dialogs/use-first-error.ts'
import { toast } from '../../ui/toasts/toasts.tsx'

interface Props {
  plans: PlanView[]
  terms: Terms
}

export function SignUpForm({ plans, terms }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const signUp = useSignUp()
  const { form, focusFirstError } = useFirstError()
  const fields = useForm({
    ...checkedOnBlur,
    initialValues: { ...blank, ...(plans.length === 1 && { planId: String(plans[0]?.id) }) },
    validate: signUpRules,
  })

  function fail(error: Error) {
    showFieldError(fields, error, refusedFields)
    if (codeOf(error) === 'ERR_TERMS_CHANGED') fields.setFieldValue('termo', false)
    if (isRefused(error)) toast.error(t('sign-up.failed'))
    focusFirstError()
  }

  return (
    <EntryForm
      form={form}
      action={t('sign-up.submit')}
      isBusy={signUp.isPending}
      refusal={signUp.error && !isToldElsewhere(signUp.error) ? errorText(signUp.error) : undefined}
      onSubmit={fields.onSubmit(
        (values) =>
          signUp.mutate(
            { values, termsVersion: terms.version },
            {
              onSuccess: () => {
                toast.success(t('sign-up.done'))
                void navigate({ to: '/login' })
              },
              onError: fail,
            },
          ),
        focusFirstError,
      )}
    >
      <SignUpFields form={fields} plans={plans} terms={terms} />
    </EntryForm>
  )
}

const refusedFields = { ERR_WEAK_PASSWORD: 'password', ERR_TERMS_CHANGED: 'termo' } as const

const codeOf = (error: Error) => (error instanceof ApiError ? error.code : '')

/** Something that was entered is the reason, and the server does not say what. */
const isRefused = (error: Error) => ['ERR_SIGN_UP_FAILED', 'ERR_VALIDATION'].includes(codeOf(error))

const isToldElsewhere = (error: Error) => isRefused(error) || codeOf(error) in refusedFields
