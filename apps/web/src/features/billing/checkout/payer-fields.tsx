import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { CheckoutValues } from './checkout-values.ts'

export function PayerFields({ form }: { form: UseFormReturnType<CheckoutValues> }) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        withAsterisk
        maxLength={200}
        autoComplete="name"
        label={t('billing.checkout.name')}
        {...form.getInputProps('name')}
      />
      <TextInput
        withAsterisk
        maxLength={30}
        label={t('billing.checkout.document')}
        description={t('billing.checkout.documentHint')}
        {...form.getInputProps('document')}
      />
    </>
  )
}
