import { TextInput, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { EntryValues } from './entry-values.ts'

interface Props {
  form: UseFormReturnType<EntryValues>
  reasonHint: string
}

/** How much, and why: every entry by hand says both. */
export function EntryFields({ form, reasonHint }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        withAsterisk
        data-autofocus
        inputMode="decimal"
        leftSection="R$"
        placeholder="49,90"
        label={t('billing.value')}
        {...form.getInputProps('amount')}
      />
      <Textarea
        withAsterisk
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        label={t('billing.ledger.reason')}
        description={reasonHint}
        {...form.getInputProps('reason')}
      />
    </>
  )
}
