import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { plain } from './access-fields.tsx'
import type { NumberValues } from './number-values.ts'

interface Props {
  form: UseFormReturnType<NumberValues>
  isFirst?: boolean
}

/** Which number it is, in Meta's words. */
export function NumberIdFields({ form, isFirst = false }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        {...plain}
        {...(isFirst && { 'data-autofocus': true })}
        inputMode="numeric"
        label={t('connections.official.phoneNumberId')}
        description={t('connections.official.phoneNumberIdHint')}
        {...form.getInputProps('phoneNumberId')}
      />
      <TextInput
        {...plain}
        inputMode="numeric"
        label={t('connections.official.accountId')}
        {...form.getInputProps('accountId')}
      />
    </>
  )
}
