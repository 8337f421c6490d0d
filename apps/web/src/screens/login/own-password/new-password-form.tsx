import { NewPassword, limits } from '@guiche/contract'
import { PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { EntryForm } from '../../../features/entry/entry-page.tsx'
import { checkedOnBlur, rulesOf } from '../../../lib/form-rules.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { errorText } from '../../../lib/cache/queries.ts'
import { useFirstError } from '../../../ui/dialogs/use-first-error.ts'

interface Props {
  isBusy: boolean
  isDone?: boolean
  error: Error | null
  /** What is said about an error of another kind than a weak password. */
  failure: (error: Error) => string
  onSave: (password: string) => void
}

/** A field for a password that somebody chooses for themself. */
export function NewPasswordForm({ isBusy, isDone = false, error, failure, onSave }: Props) {
  const { t } = useTranslation()
  const { form, focusFirstError } = useFirstError()
  const { onSubmit, getInputProps } = useForm({
    ...checkedOnBlur,
    initialValues: { newPassword: '' },
    validate: rulesOf(NewPassword),
  })
  const field = getInputProps('newPassword')
  const isWeak = error instanceof ApiError && error.code === 'ERR_WEAK_PASSWORD'

  return (
    <EntryForm
      form={form}
      action={t('recovery.save')}
      isBusy={isBusy}
      isOver={isDone}
      refusal={error && !isWeak ? failure(error) : undefined}
      onSubmit={onSubmit(({ newPassword }) => onSave(newPassword), focusFirstError)}
    >
      <PasswordInput
        size="md"
        autoFocus
        autoComplete="new-password"
        label={t('recovery.newPassword')}
        description={t('recovery.rule', { fewest: limits.password })}
        visibilityToggleButtonProps={{ 'aria-label': t('recovery.showPassword') }}
        {...field}
        error={field.error ?? (isWeak && errorText(error))}
      />
    </EntryForm>
  )
}
