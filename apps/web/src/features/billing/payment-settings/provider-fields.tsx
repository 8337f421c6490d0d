import type { BillingSettings } from '@guiche/contract'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { CertificateField } from './certificate-field.tsx'
import type { PaymentValues } from './payment-values.ts'
import { SecretField } from '../../../ui/fields/secret-field.tsx'

interface Props {
  provider: 'efi' | 'asaas'
  form: UseFormReturnType<PaymentValues>
  stored: BillingSettings
}

/** What an account at the provider consists of. */
export function ProviderFields({ provider, form, stored }: Props) {
  const { t } = useTranslation()
  const text = { size: 'sm', autoComplete: 'off', spellCheck: false } as const
  if (provider === 'asaas')
    return (
      <>
        <SecretField
          label={t('billing.settings.asaasToken')}
          stored={stored.asaasToken}
          {...form.getInputProps('asaasToken')}
        />
        <TextInput
          {...text}
          type="email"
          label={t('billing.settings.asaasEmail')}
          description={t('billing.settings.asaasEmailHint')}
          {...form.getInputProps('asaasEmail')}
        />
      </>
    )
  return (
    <>
      <TextInput {...text} label={t('billing.settings.efiClientId')} {...form.getInputProps('efiClientId')} />
      <SecretField
        label={t('billing.settings.efiClientSecret')}
        stored={stored.efiClientSecret}
        {...form.getInputProps('efiClientSecret')}
      />
      <CertificateField
        stored={stored.efiCertificate}
        error={form.errors['efiCertificate']}
        onChoose={(base64) => {
          form.setFieldValue('efiCertificate', base64)
          form.clearFieldError('efiCertificate')
        }}
        onRefuse={(reason) => form.setFieldError('efiCertificate', reason)}
      />
      <TextInput
        {...text}
        label={t('billing.settings.efiPixKey')}
        description={t('billing.settings.efiPixKeyHint')}
        {...form.getInputProps('efiPixKey')}
      />
    </>
  )
}
