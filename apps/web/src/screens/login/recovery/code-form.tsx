import { RecoveryCode } from '@guiche/contract'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EntryForm, EntryNote } from '../../../features/entry/entry-page.tsx'
import { checkedOnBlur, rulesOf } from '../../../lib/form-rules.ts'
import { useFirstError } from '../../../ui/dialogs/use-first-error.ts'
import { numbers } from '../../../ui/numbers.ts'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { useVerifyCode } from './recovery.api.ts'

interface Props {
  onVerified: () => void
  onExceeded: () => void
  onAgain: () => void
}

export function CodeForm({ onVerified, onExceeded, onAgain }: Props) {
  const { t } = useTranslation()
  const verify = useVerifyCode()
  const [wrong, setWrong] = useState(0)
  const isOver = wrong >= numbers.wrongCodes
  const { form: element, focusFirstError } = useFirstError()
  const form = useForm({ ...checkedOnBlur, initialValues: { code: '' }, validate: rulesOf(RecoveryCode) })

  const check = form.onSubmit(({ code }) => {
    verify.mutate(code.trim(), {
      onSuccess: (isRight) => {
        if (isRight) {
          toast.success(t('recovery.verified'))
          return onVerified()
        }
        setWrong(wrong + 1)
        if (wrong + 1 < numbers.wrongCodes) return form.setFieldError('code', t('recovery.wrong'))
        toast.error(t('recovery.exceeded'))
        onExceeded()
      },
    })
  }, focusFirstError)

  return (
    <>
      <EntryForm
        form={element}
        action={t('recovery.verify')}
        isBusy={verify.isPending}
        isOver={isOver}
        refusal={verify.error ? t('recovery.verifyFailed') : undefined}
        onSubmit={check}
      >
        <TextInput
          size="md"
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          label={t('recovery.code')}
          disabled={isOver}
          {...form.getInputProps('code')}
        />
      </EntryForm>
      <EntryNote>{t('recovery.nothingCame')}</EntryNote>
      <Button variant="subtle" disabled={isOver} onClick={onAgain}>
        {t('recovery.again')}
      </Button>
    </>
  )
}
