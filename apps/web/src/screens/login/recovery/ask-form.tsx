import { RecoveryRequest } from '@guiche/contract'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { EntryForm } from '../../../features/entry/entry-page.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { checkedOnBlur, rulesOf } from '../../../lib/form-rules.ts'
import { useFirstError } from '../../../ui/dialogs/use-first-error.ts'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { refusalText } from '../use-login.ts'
import { useAskForCode } from './recovery.api.ts'

interface Props {
  onAsked: (resetId: string) => void
  /** There is no way to send a code to anybody. */
  onImpossible: () => void
}

export function AskForm({ onAsked, onImpossible }: Props) {
  const { t } = useTranslation()
  const ask = useAskForCode()
  const { form, focusFirstError } = useFirstError()
  const { onSubmit, getInputProps } = useForm({
    ...checkedOnBlur,
    initialValues: { wpp: '' },
    validate: rulesOf(RecoveryRequest),
  })
  const send = onSubmit(({ wpp }) => {
    ask.mutate(wpp, {
      onSuccess: ({ userId }) => {
        toast.success(t('recovery.sent'))
        onAsked(userId)
      },
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'ERR_RECOVERY_NOT_POSSIBLE') onImpossible()
      },
    })
  }, focusFirstError)

  return (
    <EntryForm
      form={form}
      action={t('recovery.send')}
      isBusy={ask.isPending}
      refusal={ask.error ? refusalText(ask.error, t) : undefined}
      onSubmit={send}
    >
      <TextInput
        size="md"
        autoFocus
        autoComplete="username"
        label={t('recovery.sought')}
        description={t('recovery.soughtHint')}
        {...getInputProps('wpp')}
      />
    </EntryForm>
  )
}
